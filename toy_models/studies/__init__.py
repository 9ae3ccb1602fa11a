"""What the views ask: who says it, sizes and angles, gains, steering, deep stacks, and where the norm stands."""
