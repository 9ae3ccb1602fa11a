"""The attention: who reads whom, by layer and head, and what each head adds to the readout."""

from typing import Any

from components.base.widget import Place, Widget
from toy_models import Worlds
from toy_models.studies.heads import (
    attention_layers,
    head_patterns,
    induction_score,
    previous_word_score,
    projected_heads,
)


class Attention(Widget):
    """A square for each word that a word could read, its area the weight; one table of them a head."""

    place = Place("upper", 190, 190, broad=True)

    def own_table(self, worlds: Worlds, token: int, target: Any) -> dict[str, Any]:
        """By attention sublayer: `pattern` (W, H, T, T), `previous` and `induction` (W, H), `adds` (W, H) in logits."""
        layers = attention_layers(worlds.toy)
        patterns = {layer: head_patterns(worlds, layer) for layer in layers}
        return {
            "pattern": patterns,
            "previous": {layer: previous_word_score(pattern) for layer, pattern in patterns.items()},
            "induction": {layer: induction_score(pattern, worlds.toy.tokens) for layer, pattern in patterns.items()},
            "adds": {layer: projected_heads(worlds, layer, token, target) for layer in layers},
        }
