"""What the parts of an address that belong to the page may say (`vocabulary.KEPT`), for who asks for a file.

The page judges them itself (dress.js, parts.js and look.js in assets/js/page/), and whether colours are far apart,
which needs its own colours.
"""

import re
from collections.abc import Mapping, Sequence

from app.state.queries import Problem, problem
from app.state.vocabulary import DRESS

COLOURS = ("ground", "ink", "accent")


def judge(kept: Sequence[tuple[str, str]], parts: Sequence[str], widgets: Sequence[str]) -> list[Problem]:
    """What cannot be had of the page's own parts of an address.

    parts: the names that `show` and `hide` may give. widgets: those of them of which one must be left.
    """
    given = dict(kept)
    return [
        *(
            problem("choice", given[key], key=key, options=", ".join(options))
            for key, options in DRESS.items()
            if key in given and given[key] not in options
        ),
        *_judge_parts(given, parts, widgets),
        *(
            problem("colour", given[key], key=key)
            for key in COLOURS
            if key in given and not re.fullmatch("#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})", given[key])
        ),
    ]


def _judge_parts(given: Mapping[str, str], parts: Sequence[str], widgets: Sequence[str]) -> list[Problem]:
    problems = []
    for key in ("show", "hide"):
        if key not in given:
            continue
        names = list(dict.fromkeys(given[key].split(",")))
        wrong = [name for name in names if name not in parts]
        if wrong:
            problems.append(problem("parts", ",".join(wrong), key=key, parts=", ".join(parts)))
        elif not any((name in names) == (key == "show") for name in widgets):
            problems.append(problem("no-parts", given[key], key=key))
    return problems
