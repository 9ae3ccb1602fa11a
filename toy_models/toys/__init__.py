"""The toys: those done by hand, the random ones, and those that were trained on small languages."""
