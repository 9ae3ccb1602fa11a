"""A Panel app of a course: the lab, and a comment on what was switched off. Start: panel serve panel_app.py --show"""

import panel as pn

from app import Lab

pn.extension()
lab = Lab("toy=or", view="effect")


def comment(off: tuple[int, ...], effect: dict[str, float]) -> str:
    """What is said of the layers that are off."""
    if not off:
        return "Switch a layer off."
    layers = " and ".join(str(layer) for layer in off)
    return f"Off: {layers}. The lead moved by {effect['total']:+.2f}, of which {effect['direct']:+.2f} was direct."


pair = pn.widgets.Button(name="Switch off 1 and 3")
pair.on_click(lambda _: lab.choose(off=(1, 3)))

pn.Row(
    lab,
    pn.Column("## Who stands in for whom?", pn.bind(comment, lab.param.off, lab.param.effect), pair, width=260),
).servable(title="Who stands in for whom?")
