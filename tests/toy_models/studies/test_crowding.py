"""Angles by plain sums, chance by integration and by drawing, the bound on sets that reach it, and the spill."""

from math import cos, isnan, pi, sqrt

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from random_toys import toys

from toy_models import load_toy
from toy_models.studies.basis import mean_keeping_rotation, turned
from toy_models.studies.crowding import Crowding, random_cosine, read_side, spill, welch_bound, write_side
from toy_models.toys.named import WORDS, named_toy

ASKED = [("place", 0), ("and", 4), ("or", 9), ("untrained", 2)]


def plain_dot(a, b) -> float:
    return sum(float(p) * float(q) for p, q in zip(a, b, strict=True))


def check(found: Crowding, directions, dimensions: int) -> None:
    """Every angle and every spill by plain sums, and what is said of all."""
    V, every = len(directions), []
    assert found.dimensions == dimensions
    for a in range(V):
        for b in range(V):
            sizes = sqrt(plain_dot(directions[a], directions[a])), sqrt(plain_dot(directions[b], directions[b]))
            angle = plain_dot(directions[a], directions[b]) / (sizes[0] * sizes[1]) if min(sizes) else np.nan
            spilt = plain_dot(directions[a], directions[b]) / sizes[0] ** 2 if sizes[0] else np.nan
            assert found.cosines[a, b] == pytest.approx(angle, abs=1e-9, nan_ok=True)
            assert found.spill[a, b] == pytest.approx(spilt, rel=1e-9, abs=1e-9, nan_ok=True)
            if min(sizes):
                assert found.spill[a, b] == pytest.approx(angle * sizes[1] / sizes[0], rel=1e-7, abs=1e-7)
            if a < b and not isnan(angle):
                every.append(abs(angle))
    assert found.mean == pytest.approx(sum(every) / len(every))
    assert found.largest == pytest.approx(max(every))
    assert (found.random_mean, found.welch) == (random_cosine(dimensions), welch_bound(V, dimensions))


@pytest.mark.parametrize(("name", "seed"), ASKED)
def test_both_sides_by_plain_sums(name, seed):
    toy = load_toy(name, seed)
    read = []
    for v in range(len(toy.vocab)):
        own = [float(toy.gamma[i] * toy.W_U[i, v]) for i in range(8)]
        read.append([number - sum(own) / 8 for number in own])
    check(read_side(toy), read, 7)
    check(write_side(toy), np.array(toy.vocab_embedding), 8)


@given(toys())
def test_the_read_side_under_any_norm(toy):
    d = len(toy.gamma)
    read = toy.gamma * toy.W_U.T
    if toy.norm == "layer":
        read = read - read.mean(axis=1, keepdims=True)
    check(read_side(toy), read, d - 1 if toy.norm == "layer" else d)


@given(toys(), st.integers(0, 999))
def test_an_input_along_one_word_spills_on_the_others_scores(toy, seed):
    """The logits of two streams under one norm scale, number by number."""
    found, d, V = read_side(toy), len(toy.gamma), len(toy.vocab)
    assume(abs(found.spill).max() < 1e6)
    draw = np.random.RandomState(seed)
    x, s = draw.standard_normal(d), 0.5 + draw.random_sample()
    a = draw.randint(V)

    def logits(stream) -> np.ndarray:
        mean = stream.mean() if toy.norm == "layer" else 0.0
        return np.array([sum(toy.gamma * (stream - mean) / s * toy.W_U[:, v]) for v in range(V)])

    own = found.directions[a]
    raised = logits(x + s * own / (own @ own)) - logits(x)
    assert raised[a] == pytest.approx(1, abs=1e-7)
    np.testing.assert_allclose(raised, found.spill[a], rtol=1e-6, atol=1e-6)


def test_on_paper():
    """(1, 0) and (1, 1): 45°. The longer hears all that is said to the shorter, the shorter half of what the longer."""
    assert spill(np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]])).tolist()[:2] == [[1, 1, 0], [0.5, 1, 0]]
    assert np.isnan(spill(np.array([[1.0, 0.0], [0.0, 0.0]]))[1]).all()
    named = write_side(named_toy())
    assert named.dimensions == 6
    check(named, [start for start, _ in WORDS.values()], 6)
    words = list(WORDS)
    assert named.cosines[words.index("mat"), words.index("rug")] == -1
    assert named.cosines[words.index("cat"), words.index("it")] == pytest.approx(cos(pi / 4))


def test_without_embeddings_there_is_no_write_side():
    with pytest.raises(ValueError, match=r"^the toy must have an embedding of every word, 'tanh' has not$"):
        write_side(load_toy("tanh"))
    assert read_side(load_toy("tanh")).cosines.shape == (12, 12)


# What chance gives, and what nobody can go below.


def test_the_random_mean_where_it_can_be_known_otherwise():
    assert random_cosine(1) == pytest.approx(1)
    assert random_cosine(2) == pytest.approx(2 / pi), "the mean of |cos| over all angles"
    assert random_cosine(3) == pytest.approx(1 / 2), "Archimedes: a sphere's height is even"
    assert isnan(random_cosine(0))
    assert random_cosine(10_000) == pytest.approx(sqrt(2 / (pi * 10_000)), rel=1e-4)


@pytest.mark.parametrize("n", [2, 3, 5, 7, 8, 40])
def test_the_random_mean_by_integration_and_by_drawing(n):
    """An angle θ has the density sinⁿ⁻² θ."""
    angles = (np.arange(200_000) + 0.5) * pi / 200_000
    density = np.sin(angles) ** (n - 2)
    assert random_cosine(n) == pytest.approx(float((np.abs(np.cos(angles)) * density).sum() / density.sum()), rel=1e-6)
    first, second = np.random.RandomState(n).standard_normal((2, 200_000, n))
    drawn = np.abs((first * second).sum(axis=1)) / np.linalg.norm(first, axis=1) / np.linalg.norm(second, axis=1)
    assert random_cosine(n) == pytest.approx(float(drawn.mean()), abs=0.003)


@given(st.integers(2, 20), st.integers(1, 8), st.integers(0, 10**6))
def test_no_set_goes_below_the_bound(V, n, seed):
    D = np.random.RandomState(seed).standard_normal((V, n))
    D /= np.linalg.norm(D, axis=1, keepdims=True)
    largest = np.abs((D @ D.T)[np.triu_indices(V, 1)]).max()
    assert largest >= welch_bound(V, n) - 1e-12


@pytest.mark.parametrize("n", [1, 2, 3, 7])
def test_a_simplex_reaches_the_bound(n):
    """n + 1 corners as far apart as can be, and six axes through an icosahedron's corners in three dimensions."""
    corners = np.eye(n + 1) - 1 / (n + 1)
    corners /= np.linalg.norm(corners, axis=1, keepdims=True)
    assert abs(corners[0] @ corners[1]) == pytest.approx(welch_bound(n + 1, n)) == pytest.approx(1 / n)
    golden = (1 + sqrt(5)) / 2
    six = np.array([[0, 1, golden], [0, 1, -golden], [1, golden, 0], [1, -golden, 0], [golden, 0, 1], [-golden, 0, 1]])
    six /= np.linalg.norm(six, axis=1, keepdims=True)
    assert (
        np.abs((six @ six.T)[np.triu_indices(6, 1)]).max()
        == pytest.approx(welch_bound(6, 3))
        == pytest.approx(1 / sqrt(5))
    )


def test_where_there_is_room_for_all_the_bound_is_nothing():
    assert welch_bound(8, 8) == welch_bound(3, 8) == welch_bound(1, 1) == 0


# What the shipped toys do with the room.


def test_copying_the_words_that_are_said_stand_as_far_apart_as_eight_can_in_seven_dimensions():
    """Their mean angle is a simplex's, 1/7; chance would put them at .312."""
    sides = [read_side(load_toy("and", seed)) for seed in range(12)]
    assert sides[0].welch == pytest.approx(1 / 7)
    assert (min(s.mean for s in sides), max(s.mean for s in sides)) == pytest.approx((0.128, 0.141), abs=0.0006)
    assert (min(s.largest for s in sides), max(s.largest for s in sides)) == pytest.approx((0.210, 0.353), abs=0.0006)
    assert sides[0].random_mean == pytest.approx(0.312, abs=0.0006)
    written = [write_side(load_toy("and", seed)) for seed in range(12)]
    assert min(s.largest for s in written) > 0.6, "what they start with lies as chance put it"


def test_in_place_words_that_mean_the_same_point_the_same_way():
    """Sixteen words in seven dimensions: on average as near as chance would put them, but verbs stand with verbs."""
    toy = load_toy("place")
    found = read_side(toy)
    assert (found.mean, found.random_mean, found.welch) == pytest.approx((0.278, 0.312, 0.293), abs=0.0006)
    assert toy.vocab[5:9] == ("sat", "slept", "lay", "hid")
    animals, verbs, places = (found.cosines[at : at + 4, at : at + 4][np.triu_indices(4, 1)] for at in (1, 5, 12))
    assert min(verbs) > 0.8
    assert min(animals) > 0.6
    assert max(places) < 0.5, "the four that must be told apart"
    slept, hid = toy.vocab.index("slept"), toy.vocab.index("hid")
    assert found.largest == found.cosines[slept, hid] == pytest.approx(0.972, abs=0.0006)
    assert found.spill[slept, hid] == pytest.approx(1.0, abs=0.006)


def test_turned_axes_leave_all_angles():
    toy = load_toy("place", 3)
    other = turned(toy, mean_keeping_rotation(8, 4))
    np.testing.assert_allclose(read_side(other).cosines, read_side(toy).cosines, atol=1e-12)
    np.testing.assert_allclose(write_side(other).spill, write_side(toy).spill, atol=1e-12)
