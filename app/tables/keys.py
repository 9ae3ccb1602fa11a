"""The names of tables, from what a choice holds to a text in an address and back.

A *token table* is TOY/SEED/PROMPT/ABLATION/TOKEN, such as "place/0/1/zero/5"; a *readout table* adds lead/WORD/WORD,
logit/WORD or centred/WORD. A part's own table is PART/ and one of the two. PROMPT is a number from 1, "all", or words
joined by dots; ABLATION is zero, mean or resample-PROMPT, a number. Tokens count from 1; words are indices from 0, like
the arrays.
"""

from typing import Any, NamedTuple

from app.state.catalogue import Prompt, catalogue, prompts_of, sentence, tokens_of, vocab_of
from app.state.selection import Selection
from app.state.vocabulary import ALL, ALL_PROMPTS, OWN

WORDS = {None: 0, "lead": 2, "logit": 1, "centred": 1}  # how many words each readout names; None is a token table


class Key(NamedTuple):
    """What a table is about. `readout` is None for a token table; `against` is None unless the readout is "lead".

    `part` is None for the two tables that every screen of the lab is drawn from.
    """

    toy: str
    seed: int
    prompt: Prompt
    ablation: str
    source: int | None
    token: int
    readout: str | None = None
    target: int | None = None
    against: int | None = None
    part: str | None = None

    def __str__(self) -> str:
        prompt = ALL if self.prompt == ALL_PROMPTS else self.prompt
        ablation = self.ablation if self.source is None else f"{self.ablation}-{self.source}"
        parts = (self.part, self.toy, self.seed, prompt, ablation, self.token, self.readout, self.target, self.against)
        return "/".join(str(part) for part in parts if part is not None)


def token_key(state: Selection) -> Key:
    """The token table that a state is drawn from."""
    return Key(state.toy, state.seed, state.prompt, state.ablation, state.source, state.token)


def readout_key(state: Selection) -> Key:
    """The readout table that a state is drawn from."""
    return token_key(state)._replace(readout=state.readout, target=state.target, against=state.against)


def part_key(part: str, state: Selection) -> Key:
    """The table of its own that a part is drawn from."""
    return (readout_key if OWN[part] else token_key)(state)._replace(part=part)


def parse_key(text: str) -> Key:
    """The key a table's address names. Raises ValueError with one sentence; the text may be anything."""
    part, _, rest = text.partition("/")
    if part not in OWN:
        return _parse(text)
    key = _parse(rest)
    if (key.readout is not None) != OWN[part]:
        raise ValueError(f"table: expected {part}/ and a {'readout' if OWN[part] else 'token'} table's name behind it.")
    return key._replace(part=part)


def _parse(text: str) -> Key:
    entries = {entry["name"]: entry for entry in catalogue()}
    parts = text.split("/", 8)
    if parts[0] not in entries:
        raise ValueError(f"table: expected one of {', '.join(entries)} first.")
    entry = entries[parts[0]]
    readout = parts[5] if len(parts) > 5 else None
    if readout not in WORDS or len(parts) != (5 if readout is None else 6 + WORDS[readout]):
        raise ValueError(
            "table: expected TOY/SEED/PROMPT/ABLATION/TOKEN, then nothing, lead/WORD/WORD, logit/WORD or centred/WORD."
        )
    prompt = _prompt(parts[2], entry)
    ablation, source = _ablation(parts[3], entry, prompt)
    token = _number(parts[4], "a token", 1, len(tokens_of(entry, prompt)))
    words = [_number(part, "a word", 0, len(vocab_of(entry, prompt)) - 1) for part in parts[6:]]
    if len(set(words)) != len(words):
        raise ValueError("table: expected two different words.")
    seed = _number(parts[1], "a seed", 0, entry["seeds"] - 1)
    target, against = (*words, None, None)[:2]
    return Key(entry["name"], seed, prompt, ablation, source, token, readout, target, against)


def _prompt(text: str, entry: Any) -> Prompt:
    if "." in text:
        if sentence(entry, text) != text:
            raise ValueError("table: expected a prompt, its number or words of the toy that are none of its prompts.")
        return text
    prompt = ALL_PROMPTS if text == ALL else _number(text, "a prompt", 1, len(entry["prompts"]))
    if prompt not in prompts_of(entry):
        raise ValueError(f"table: expected a prompt's number, since {entry['name']} knows only one.")
    return prompt


def _ablation(text: str, entry: Any, prompt: Prompt) -> tuple[str, int | None]:
    ablation, dash, source = text.partition("-")
    if ablation not in entry["ablations"] or bool(dash) != (ablation == "resample"):
        offered = ", ".join("resample-PROMPT" if name == "resample" else name for name in entry["ablations"])
        raise ValueError(f"table: expected an ablation, one of {offered}.")
    if not dash:
        return ablation, None
    number = _number(source, "a source prompt", 1, len(entry["prompts"]))
    if number == prompt:
        raise ValueError("table: expected another prompt as the source than the one that is read.")
    return ablation, number


def _number(text: str, what: str, low: int, high: int) -> int:
    """A plain whole number. Four digits are enough here, and keep int() from anything long or in another script."""
    plain = text.isascii() and text.isdecimal() and len(text) <= 4 and text == str(int(text))
    if not plain or not low <= int(text) <= high:
        got = text if plain else "something else"
        raise ValueError(f"table: expected {what}, a plain whole number from {low} to {high}, got {got}.")
    return int(text)
