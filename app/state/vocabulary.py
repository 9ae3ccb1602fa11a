"""What a choice may be called: the names that the state, an address, a table's name and the page share.

The page is sent all of it (`shared`), so that no script names or counts these things a second time.
"""

from typing import Any

READOUTS = ("lead", "logit", "centred")  # what is explained: a lead, a logit, or a logit above the vocabulary's mean
MEASURES = ("size", "share")  # of what a path length carries: its paths' sizes, or the signed part of the gradient
SPLITS = ("frozen", "natural")  # of an effect: the final norm's scale held, or recomputed
FACES = ("terms", "answers")  # of the effect: term by term, or three answers to how much each layer matters
FIRST_ROUTE = (1,)  # the layers that the route passes which is told of first
ALPHAS = tuple(round(0.05 * i, 2) for i in range(41))  # gains that a binomial can be drawn for

# Parts of the lab that are drawn from a table of their own, which a page fetches where it shows them, and whether that
# depends on the readout.
OWN = {"block": False, "attention": True, "lengths": False, "routes": True}

ALL_PROMPTS = 0  # prompts count from 1; this is their average
ALL = "all"  # and how an address and a key spell it

KEPT = (
    "show",
    "hide",
    "theme",
    "size",
    "ground",
    "ink",
    "accent",
    "font",
)  # parts of an address that the page judges
DRESS = {"theme": ("light", "dark"), "size": ("normal", "large"), "font": ("sans", "serif", "mono")}
MOST_PROBLEMS = 8  # sentences about one address
MOST_SHOWN = 24  # letters of what a bad part says
MOST_LISTED = 12  # options that a sentence names one by one


def shared() -> dict[str, Any]:
    """What the scripts of a page are told of this."""
    return {
        "readouts": READOUTS,
        "measures": MEASURES,
        "splits": SPLITS,
        "faces": FACES,
        "alphas": len(ALPHAS),
        "own": OWN,
        "firstRoute": FIRST_ROUTE,
        "kept": KEPT,
        "dress": DRESS,
        "mostProblems": MOST_PROBLEMS,
        "mostShown": MOST_SHOWN,
        "mostListed": MOST_LISTED,
    }
