"""What every widget of the lab is: a place on the page, a module that draws it, and the figure it draws on."""

from bokeh.plotting import figure


class Widget:
    """One picture of the lab.

    A subclass builds its empty figure, if it has one. Beside it in its folder lie its module (NAME.js), its markup
    (NAME.html) and its style (NAME.css), as far as it has them; its words are assets/words/LANG/NAME.json.
    """

    def figure(self) -> figure | None:
        """A fresh figure whose named sources the widget's module fills, or None for a widget of plain HTML.

        Fresh each time, since a Bokeh model belongs to one document only.
        """
        return None
