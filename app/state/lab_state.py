"""The state of one visitor's lab, for Python: what is chosen, observable, and always valid.

What belongs together changes together (see selection.py): setting `token` also picks that position's own words.
"""

from typing import Any

import param
from param.parameterized import discard_events

from app.state.selection import FIELDS, Selection, check, choose, default
from app.state.vocabulary import ALPHAS, FACES, FIRST_ROUTE, MEASURES, READOUTS, SPLITS
from toy_models import ABLATIONS, toy_names


class LabState(param.Parameterized):
    """Scalars and one short tuple; never arrays. One per visitor.

    A value that the toy does not offer raises ValueError with one sentence and changes nothing.
    """

    toy = param.Selector(objects=list(toy_names()), doc="The toy's name, one of `toy_names()`.")
    seed = param.Integer(default=0, bounds=(0, None), doc="Which draw or training of the toy; 0 for an exact toy.")
    prompt = param.ClassSelector(
        default=1, class_=(int, str), doc="Which prompt is read, from 1; 0 averages all; or words joined by dots."
    )
    ablation = param.Selector(objects=list(ABLATIONS), doc="What an off layer writes: 0, its mean, or another run's.")
    source = param.Integer(default=None, allow_None=True, bounds=(1, None), doc="The prompt to resample from, or None.")
    off = param.ClassSelector(default=tuple[int, ...](), class_=tuple, doc="The layers that are off, from 1, rising.")
    reference = param.ClassSelector(
        default=tuple[int, ...](), class_=tuple, doc="The layers that are off in the run compared with, from 1, rising."
    )
    token = param.Integer(default=1, bounds=(1, None), doc="The position whose stream is shown, counted from 1.")
    readout = param.Selector(objects=list(READOUTS), doc="What is explained: a lead, a logit, or a logit centred.")
    target = param.Integer(default=0, bounds=(0, None), doc="The explained word's index in the vocabulary, from 0.")
    against = param.Integer(default=None, allow_None=True, bounds=(0, None), doc="A lead's other word, else None.")
    step = param.Integer(default=0, bounds=(0, None), doc="How many writes the stream shows, 0 to S.")
    alpha = param.Integer(
        default=None,
        allow_None=True,
        bounds=(0, len(ALPHAS) - 1),
        doc="An index into the grid of alphas for the binomial, or None for the run's own.",
    )
    measure = param.Selector(objects=list(MEASURES), doc="What the path histogram shows: size, or the signed part.")
    face = param.Selector(objects=list(FACES), doc="What the effect shows: its terms, or three answers.")
    split = param.Selector(
        objects=list(SPLITS), doc="How an effect is split: with the norm's scale frozen, or naturally."
    )
    route = param.ClassSelector(
        default=FIRST_ROUTE, class_=tuple, doc="The layers, from 1, rising, that the path passes which is told of."
    )

    def __init__(self, selection: Selection | None = None, **changes: Any) -> None:
        """Start from a selection (else the default one) with some fields changed."""
        self._settled = choose(check(selection or default()), **changes)
        super().__init__(**_params(self._settled))

    @property
    def selection(self) -> Selection:
        """The whole state as one comparable value."""
        return Selection(**{name: getattr(self, name) for name in FIELDS})

    def choose(self, **changes: Any) -> None:
        """Change several fields at once, with what they bring along. Raises ValueError and changes nothing."""
        self.take(choose(self._settled, **changes))

    def take(self, selection: Selection) -> None:
        """Take over a whole selection. Raises ValueError and changes nothing if its toy does not offer it."""
        self._settled = check(selection)
        self.param.update(**_params(selection))

    @param.depends(*FIELDS, watch=True)
    def _settle(self) -> None:
        changed = {name: value for name in FIELDS if (value := getattr(self, name)) != getattr(self._settled, name)}
        if not changed:
            return
        try:
            self.choose(**changed)
        except ValueError:
            with discard_events(self):
                self.param.update(**_params(self._settled))
            raise


def _params(selection: Selection) -> dict[str, Any]:
    return {name: getattr(selection, name) for name in FIELDS}
