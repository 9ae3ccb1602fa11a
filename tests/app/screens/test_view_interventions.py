"""What the view Interventions sends: against the toys themselves, asked one run at a time."""

import numpy as np
import pytest

from app.screens.views import views
from app.screens.views.interventions import ALL_GAINS, AMOUNTS, GAINS, SETTINGS
from app.tables.encoding import encode
from toy_models import all_worlds, layer_effects, load_toy, readout_of
from toy_models.studies.slots import broken_slots
from toy_models.toys.languages import language

VIEW = views()["interventions"]
CASES = [
    {"toy": "place"},
    {"toy": "place", "seed": "11", "prompt": "12", "source": "1"},
    {"toy": "and", "seed": "2", "prompt": "7", "source": "3"},
    {"toy": "or", "seed": "3", "prompt": "4", "source": "8"},
    {"toy": "untrained", "seed": "5", "prompt": "6", "source": "6"},
]


class Asked:
    """A case's runs by name, and the toys that they are of."""

    def __init__(self, case):
        self.values = VIEW.defaults(**case)
        self.runs = VIEW.runs(self.values)
        self.labels = self.runs.labels
        self.found = {q.name: np.array(q.values, dtype=float) for q in self.runs.quantities}
        name, seed = self.values["toy"], int(self.values["seed"])
        self.toy, self.other = (load_toy(name, seed, int(self.values[which]) - 1) for which in ("prompt", "source"))
        self.worlds = all_worlds(self.toy)
        self.logits = self.worlds.logits[-1, 4]
        self.target = tuple(np.argsort(-self.logits, kind="stable")[:2].tolist())

    def lead(self, logits):
        return logits[..., self.target[0]] - logits[..., self.target[1]]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: "-".join(case.values()))
def asked(request):
    return Asked(request.param)


def test_the_readout_is_the_top_words_lead_over_its_runner_up(asked):
    assert asked.labels["word"][:2] == [asked.toy.vocab[word] for word in asked.target]
    assert asked.found["lead"] == pytest.approx(asked.lead(asked.logits))
    odds = np.exp(asked.logits) / np.exp(asked.logits).sum()
    assert asked.found["chances"][:2] == pytest.approx(odds[list(asked.target)])


def test_gains_meet_the_runs_that_the_lab_knows(asked):
    one, zero = GAINS.index(1), GAINS.index(0)
    lead = asked.found["lead"]
    for kind in ("gain", "gain_frozen", "gain_renormed"):
        np.testing.assert_allclose(asked.found[kind][:, one], lead, atol=1e-9)
    for kind in ("all", "all_frozen", "all_renormed"):
        assert asked.found[kind][ALL_GAINS.index(1)] == pytest.approx(lead, abs=1e-9)
    for layer in range(6):
        off = layer_effects(asked.worlds, [layer], 4, asked.target)
        assert asked.found["gain"][layer + 1, zero] - lead == pytest.approx(off.total, abs=1e-9)
        assert asked.found["gain_frozen"][layer + 1, zero] - lead == pytest.approx(off.direct[layer], abs=1e-9)
    slopes = np.diff(asked.found["gain_frozen"], axis=1)
    np.testing.assert_allclose(slopes, slopes[:, :1].repeat(12, axis=1), atol=1e-9)


def test_depth_is_the_worlds_with_the_deepest_off(asked):
    kept = asked.worlds.logits[[2**depth - 1 for depth in range(7)], 4]
    np.testing.assert_allclose(asked.found["early"], asked.lead(kept), atol=1e-9)
    _, right = broken_slots(asked.toy.name, asked.toy.seed)
    assert asked.found["early_right"][[6, 5]] == pytest.approx(right[0, [0, 6]])


def test_steering_starts_at_the_base_run_and_ends_at_the_source(asked):
    none, whole = AMOUNTS.index(0), AMOUNTS.index(1)
    np.testing.assert_allclose(asked.found["steer"][:, :, none], asked.found["lead"], atol=1e-9)
    np.testing.assert_allclose(asked.found["steer_outside"][:, :, none], 0, atol=1e-9)
    theirs = all_worlds(asked.other).logits[-1, 4]
    assert asked.found["steer"][1, 6, whole] == pytest.approx(asked.lead(theirs), abs=1e-9)
    np.testing.assert_allclose(asked.found["steer_outside"][1, :, whole], 0, atol=1e-9)
    # Towards the runner-up, 1 is the stream's own length.
    x = asked.worlds.states[-1, 6, 4]
    row = asked.toy.gamma * (asked.toy.W_U[:, asked.target[1]] - asked.toy.W_U[:, asked.target[0]])
    row = row - row.mean()
    pushed = x + np.linalg.norm(x) * row / np.linalg.norm(row)
    y = asked.toy.gamma * (pushed - pushed.mean()) / np.sqrt(pushed.var() + asked.toy.eps) + asked.toy.beta
    assert asked.found["steer"][0, 6, whole] == pytest.approx(asked.lead(y @ asked.toy.W_U), abs=1e-9)


def test_paths_lead_to_what_the_source_says(asked):
    theirs = all_worlds(asked.other).logits[-1, 4]
    first, second = asked.target
    says = int(np.argmax(theirs))
    pair = (says if says != first else second, first)
    assert asked.labels["pair"] == [asked.toy.vocab[word] for word in pair]
    leads = [readout_of(logits, pair) for logits in (asked.logits, theirs)]
    assert asked.found["pair_lead"] == pytest.approx(leads)
    assert asked.found["paths_whole"][0] == pytest.approx(leads[1] - leads[0], abs=1e-9)
    assert (np.isnan(asked.found["paths"]) == (np.arange(7) < np.arange(7)[:, None])).all()
    if asked.values["source"] == asked.values["prompt"]:
        assert np.nanmax(np.abs(asked.found["paths"])) < 1e-9


def test_slots_are_the_toys_own(asked):
    allowed, right = broken_slots(asked.toy.name, asked.toy.seed)
    assert (asked.found["slots"][..., :5] == allowed).all()
    assert (asked.found["slots"][..., 5] == right).all()
    assert asked.found["slots_guess"][4] >= asked.found["slots_guess"][5]


def test_all_is_finite_but_for_paths_that_do_not_exist(asked):
    for name, values in asked.found.items():
        assert np.isfinite(values).all() or name == "paths", name


@pytest.mark.parametrize("toy", ["place", "and", "or", "untrained"])
def test_a_table_is_small_and_names_only_words_of_its_language(toy):
    table = VIEW.table(VIEW.defaults(toy=toy))
    assert len(encode(table)) < 40_000
    speech = language("and" if toy == "and" else "place")
    assert set(table["labels"]["word"]) | set(table["labels"]["pair"]) <= set(speech.words)


def test_options_are_read_with_a_true_minus_and_written_plainly():
    gain = next(setting for setting in SETTINGS if setting.name == "gain")
    assert gain.options["1"][0] == ("-1", "−1")
    assert VIEW.read("layer=all&gain=0.1&face=drop&depth=0&amount=-0.25")[1] == ()
    assert [problem.kind for problem in VIEW.read("layer=all&gain=-1")[1]] == ["choice"]
