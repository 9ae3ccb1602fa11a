"""A view: one screen beside the lab, with its settings, its named runs and its widgets; each a file in views/.

A setting is a choice among a short list of values, each a plain text that stands in the address and in a table's key as
it is. Settings that need another table are told apart from those that only select within one. Python computes a
table's runs once; the browser selects and draws.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple

from app.screens.page import Content
from app.state.queries import Problem, at_most, join, problem, split
from app.state.vocabulary import MOST_LISTED
from app.tables.encoding import drawn, exact
from app.tables.quantities import Quantity

FORMAT = 1

Values = Mapping[str, str]


class Chosen(dict[str, str]):
    """Values that can stand in a set or a key, since nobody changes them."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))


class Runs(NamedTuple):
    """What a table holds: the labels along each axis, and quantities over those axes."""

    labels: Mapping[str, Sequence[Any]]
    quantities: Sequence[Quantity]


@dataclass(frozen=True)
class Setting:
    """A choice among options, a value and its label each.

    Where `by` names an earlier setting, there are other options for each of that one's values. `usual` is the default,
    the first option unless given. `place` says where the control stands: in the header, or in one of the widgets.
    """

    name: str
    options: Mapping[str, Sequence[tuple[str, str]]]
    by: str = ""
    usual: Mapping[str, str] = field(default_factory=dict)
    fetches: bool = True
    place: Literal["header", "widget"] = "header"

    def offered(self, values: Values) -> Sequence[tuple[str, str]]:
        """The options, given the settings before it."""
        return self.options[values[self.by] if self.by else ""]

    def default(self, values: Values) -> str:
        """The default, given the settings before it."""
        return self.usual.get(values[self.by] if self.by else "", self.offered(values)[0][0])


@dataclass(frozen=True)
class View:
    """A screen: `name` in addresses, its `order` in the menu, settings, what they are computed by, and its widgets.

    `runs(values)` is given the values of the settings that fetch. `carries` names the settings of which an exported
    file carries every option, one step from where it opens; those tables have `digits` significant digits, or all. A
    view that prints differences of what is sent needs more of them than one that only draws it.
    """

    name: str
    order: int
    settings: tuple[Setting, ...]
    runs: Callable[[Values], Runs]
    widgets: tuple[str, ...]
    carries: tuple[str, ...] = ()
    digits: int | None = None

    def defaults(self, **given: str) -> dict[str, str]:
        """All settings at their defaults, apart from those given that are on offer."""
        values: dict[str, str] = {}
        for setting in self.settings:
            asked = given.get(setting.name)
            offered = asked in [value for value, _ in setting.offered(values)]
            values[setting.name] = str(asked) if offered else setting.default(values)
        return values

    def parse(self, query: str) -> tuple[dict[str, str], tuple[Problem, ...], tuple[tuple[str, str], ...]]:
        """The values that an address asks for, the problems found in it, and the page's own parts. Never raises."""
        given, problems_of_keys, kept = split(query, [setting.name for setting in self.settings])
        values, problems = self.defaults(**given), []
        for setting in self.settings:
            asked, offered = given.get(setting.name), [value for value, _ in setting.offered(values)]
            if asked is not None and asked not in offered:
                problems.append(problem("choice", asked, key=setting.name, options=listed(offered)))
        return values, at_most([*problems, *problems_of_keys]), kept

    def format(self, values: Values) -> str:
        """The shortest address of these values, without "?": those that are not the default."""
        known: dict[str, str] = {}
        parts = []
        for setting in self.settings:
            if values[setting.name] != setting.default(known):
                parts.append((setting.name, values[setting.name]))
            known[setting.name] = values[setting.name]
        return join(parts)

    def key(self, values: Values) -> str:
        """The name of the table that shows these values."""
        return "/".join((self.name, *(values[s.name] for s in self.settings if s.fetches)))

    def table(self, values: Values, short: bool = False) -> dict[str, Any]:
        """The table that shows these values, as JSON; short: with the view's `digits`."""
        runs = self.runs(values)
        numbers = {quantity.name: self._sent(quantity, short) for quantity in runs.quantities}
        labels = {axis: list(names) for axis, names in runs.labels.items()}
        return {"format": FORMAT, "key": self.key(values), "labels": labels, **numbers}

    def _sent(self, quantity: Quantity, short: bool) -> Any:
        if quantity.decimals is not None:
            return drawn(quantity.values, decimals=quantity.decimals)
        return drawn(quantity.values, self.digits) if short and self.digits else exact(quantity.values)

    def values_of(self, key: str) -> dict[str, str]:
        """The values that a table's key names, others at their defaults. Raises ValueError with one sentence."""
        parts = key.split("/")[1:]
        fetching = [setting for setting in self.settings if setting.fetches]
        if len(parts) != len(fetching):
            raise ValueError(f"table: expected {'/'.join([self.name, *(s.name.upper() for s in fetching)])}.")
        values: dict[str, str] = {}
        for setting, part in zip(fetching, parts, strict=True):
            offered = [value for value, _ in setting.offered(values)]
            if part not in offered:
                raise ValueError(f"table: expected {setting.name}, one of {listed(offered)}.")
            values[setting.name] = part
        return self.defaults(**values)

    def _steps(self, values: Values) -> Iterator[dict[str, str]]:
        """The values whose tables an exported file holds: these, and every option of `carries` one step from them."""
        yield dict(values)
        for setting in self.settings:
            if setting.name in self.carries:
                for value, _ in setting.offered(values):
                    yield self.defaults(**{**values, setting.name: value})

    @property
    def more(self) -> tuple[str, ...]:
        """None: a view has all of its parts."""
        return ()

    def showing(self, query: str) -> "View":
        """As app/screens/screens.py wants it; itself."""
        return self

    def read(self, query: str) -> tuple[dict[str, str], tuple[Problem, ...]]:
        """As app/screens/screens.py wants it; see `parse`."""
        values, problems, _ = self.parse(query)
        return values, problems

    def fetched(self, state: Values) -> "Chosen":
        """The values of the settings that fetch, the others at their defaults."""
        return Chosen(self.defaults(**{s.name: state[s.name] for s in self.settings if s.fetches}))

    def opening(self, state: Values) -> dict[str, Any]:
        """The table that the values are drawn from, by key."""
        return {self.key(state): self.table(state)}

    def carried(self, state: Values) -> dict[str, Any]:
        """The tables that an exported file holds, by key, exact where the view says so and for the state itself."""
        steps = {self.key(each): each for each in self._steps(state)}
        return {key: self.table(each, short=key != self.key(state)) for key, each in steps.items()}

    def content(self, state: Values) -> Content:
        """What the page shows."""
        data = {"format": FORMAT, "start": dict(state), "settings": [asdict(setting) for setting in self.settings]}
        header = [setting.name for setting in self.settings if setting.place == "header"]
        parts = ["settings", *self.widgets]
        return Content(self.name, "view", self.widgets, data, settings=header, parts=parts)

    def numbers(self, state: Values) -> dict[str, Any]:
        """What the screen shows of these values, at full precision, as `app.tables.numbers.numbers` of the lab."""
        runs = self.runs(state)
        labels = {axis: list(names) for axis, names in runs.labels.items()}
        shown = {q.name: {"by": list(q.by), "values": exact(q.values)} for q in runs.quantities}
        head = {"format": FORMAT, "view": self.name, "address": self.format(state), "state": dict(state)}
        return {**head, "labels": labels, "numbers": shown}


def listed(options: Sequence[str]) -> str:
    """The options in words, the middle of a long list left out."""
    if len(options) <= MOST_LISTED:
        return ", ".join(options)
    return f"{', '.join(options[:3])}, …, {options[-1]}"
