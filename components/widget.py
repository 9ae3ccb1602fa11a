"""What every widget of the lab is: a place on the page, a module that draws it, and the figure it draws on."""

from typing import ClassVar

import panel as pn
from bokeh.plotting import figure


class Widget(pn.viewable.Viewer):
    """One picture of the lab.

    A subclass says what it is called in the page and in assets/js/widgets/ (`kind`), and builds its empty figure, if it
    has one. Its markup is assets/widgets/KIND.html, its words are the part of assets/strings.json under its kind, and
    it never knows its siblings: the selection (assets/js/selection.js) hands each widget its slice.
    """

    kind: ClassVar[str]

    def figure(self) -> figure | None:
        """A fresh figure whose named sources the widget's module fills, or None for a widget of plain HTML.

        Fresh each time, since a Bokeh model belongs to one document only.
        """
        return None

    def __panel__(self) -> pn.viewable.Viewable:
        plot = self.figure()
        return pn.Spacer() if plot is None else pn.pane.Bokeh(plot)
