from components.base.widget import Widget


class WritePaths(Widget):
    """Which receiver passes on what a sender writes: a square for each path, patched alone."""
