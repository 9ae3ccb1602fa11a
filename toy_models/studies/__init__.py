"""What the views ask: who says it, heads, single sublayers, sizes and angles, gains, steering, deep stacks, norms."""
