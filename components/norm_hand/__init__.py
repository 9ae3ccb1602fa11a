from components.base.widget import Widget


class NormHand(Widget):
    """A few vectors through both norms and one residual layer, as one does it on paper."""
