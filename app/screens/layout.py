"""Where the lab's parts stand: what their markup says of it, and the shares of a wide screen that they ask for."""

from collections.abc import Sequence

from markupsafe import Markup

from components import widget
from components.base.widget import Place

#: The page where a part is away; assets/css/grid.css has the rest.
AWAY = '.page:not(:has(> main > [data-widget="{0}"]:not([hidden])))'


def in_ladder(kind: str) -> bool:
    """Whether a part draws in the switchboard's rows."""
    place = widget(kind).place
    return place is not None and place.in_ladder


def attributes(kind: str) -> Markup:
    """What tells a part's section which row it stands in, and how."""
    place = widget(kind).place
    if place is None:
        return Markup("")
    marks = (f'data-row="{place.row}"', "data-ladder" * place.in_ladder, "data-broad" * place.broad)
    return Markup(" ".join(mark for mark in marks if mark))


def weights(kinds: Sequence[str]) -> str:
    """The style that gives each part its weight, 0 where it is away, and adds up the weights of both rows."""
    placed = {kind: place for kind in kinds if (place := widget(kind).place) is not None}
    rules = [f".page {{ {_sum(placed, 'upper')} {_sum(placed, 'lower')} }}"] if placed else []
    rules += [f".page {{ --{kind}: {place.weight} }}" for kind, place in placed.items()]
    rules += [f"[data-presenting] .page {{ --{kind}: {place.presented} }}" for kind, place in placed.items()]
    rules += [f"{AWAY.format(kind)} {{ --{kind}: 0 }}" for kind in placed]
    rules += [f'[data-widget="{kind}"] {{ --weight: var(--{kind}) }}' for kind in placed]
    return "\n".join(rules)


def _sum(placed: dict[str, Place], row: str) -> str:
    there = " + ".join(f"var(--{kind})" for kind, place in placed.items() if place.row == row)
    return f"--{row}: calc({there or 0});"
