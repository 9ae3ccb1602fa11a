"""The attention: who reads whom, by layer and head, and what each head adds to the readout."""

from typing import Any

from components.base.widget import Place, Widget
from toy_models import Worlds
from toy_models.studies.attention import head_readouts, induction_scores, patterns, previous_word_scores


class Attention(Widget):
    """A square for each word that a word could read, its area the weight; one table of them a head."""

    place = Place("upper", 190, 190, broad=True)

    def own_table(self, worlds: Worlds, token: int, target: Any) -> dict[str, Any]:
        """By attention sublayer: `pattern` (W, H, T, T), `previous` and `induction` (W, H), `adds` (W, H) in logits."""
        looked = patterns(worlds)
        return {
            "pattern": looked,
            "previous": {layer: previous_word_scores(pattern) for layer, pattern in looked.items()},
            "induction": {layer: induction_scores(pattern, worlds.toy.tokens) for layer, pattern in looked.items()},
            "adds": head_readouts(worlds, token, target),
        }
