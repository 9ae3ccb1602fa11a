from components.base.widget import Widget


class WhatBreaks(Widget):
    """Which part of the sentence breaks when a layer is off: a share for each layer and slot."""
