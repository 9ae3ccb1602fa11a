"""What a choice may be called: the names that the state, an address, a table's name and the page share."""

READOUTS = ("lead", "logit", "centred")  # what is explained: a lead, a logit, or a logit above the vocabulary's mean
MEASURES = ("size", "share")  # of what a path length carries: its paths' sizes, or the signed part of the gradient
SPLITS = ("frozen", "natural")  # of an effect: the final norm's scale held, or recomputed
FACES = ("terms", "answers")  # of the effect: term by term, or three answers to how much each layer matters
ALPHAS = tuple(round(0.05 * i, 2) for i in range(41))  # gains that a binomial can be drawn for

ALL_PROMPTS = 0  # prompts count from 1; this is their average
ALL = "all"  # and how an address and a key spell it
