"""The switchboard: one row a layer, at once its switch, its key, its colour and the size of what it writes."""

from components.base.widget import Place, Widget


class Switchboard(Widget):
    """The diagram of the model, drawn bottom-up like the stream it adds to, with a switch on every layer."""

    place = Place("upper", 112, 121, in_ladder=True)
