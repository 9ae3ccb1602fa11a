"""All switches at once: the 2^S worlds, what off means, readouts, effects, answers, gradients and paths."""
