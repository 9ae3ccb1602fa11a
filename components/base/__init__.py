"""What all widgets share: what a widget is, and the figures that they draw on."""
