"""The direct path word by word, the toy run with everything off, and the parts that lie between the two."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_toys import kept_worlds, plain_logits

from toy_models import Toy, load_toy
from toy_models.studies.basis import mean_keeping_rotation, turned
from toy_models.studies.bigrams import Bigrams, bigrams
from toy_models.toys.named import named_toy

PARTS = ("centring", "gain", "scale", "position", "bias")
ASKED = [("place", 0), ("and", 7), ("or", 11), ("untrained", 3)]


def check(toy: Toy, token: int) -> Bigrams:
    """Every number by plain sums; returns what was found."""
    found = bigrams(toy, token)
    E, p = np.array(toy.vocab_embedding), np.array(toy.position_embedding)[token]
    d, V = E.shape[1], len(toy.vocab)
    assert all(getattr(found, field.name).shape == (V, V) for field in fields(found))
    for v in range(V):
        x = E[v] + p
        layer, any_norm = toy.norm == "layer", toy.norm != "none"
        m_x, m_e, m_p = (vector.sum() / d if layer else 0.0 for vector in (x, E[v], p))
        s = np.sqrt(((x - m_x) ** 2).sum() / d + toy.eps) if any_norm else 1.0
        np.testing.assert_allclose(found.said[v], plain_logits(toy, x), atol=1e-9)
        for w in range(V):
            u = toy.W_U[:, w]
            expected = {
                "direct": sum(E[v, i] * u[i] for i in range(d)),
                "centring": -m_e * sum(u),
                "gain": sum((toy.gamma[i] - 1) * (E[v, i] - m_e) * u[i] for i in range(d)),
                "scale": sum(toy.gamma[i] * (E[v, i] - m_e) * u[i] for i in range(d)) * (1 / s - 1),
                "position": sum(toy.gamma[i] * (p[i] - m_p) * u[i] for i in range(d)) / s,
                "bias": sum(toy.beta[i] * u[i] for i in range(d)),
            }
            for name, value in expected.items():
                assert getattr(found, name)[v, w] == pytest.approx(value, abs=1e-9), (name, v, w)
    return found


@pytest.mark.parametrize(("name", "seed"), ASKED)
@pytest.mark.parametrize("token", [0, 4])
def test_every_number_by_plain_sums(name, seed, token):
    check(load_toy(name, seed), token)


@pytest.mark.parametrize(("name", "seed"), ASKED)
def test_what_lies_between_adds_up(name, seed):
    for token in range(5):
        found = bigrams(load_toy(name, seed), token)
        between = sum((getattr(found, part) for part in PARTS), np.zeros_like(found.said))
        np.testing.assert_allclose(found.direct + between, found.said, atol=1e-11)


@pytest.mark.parametrize(("name", "seed"), ASKED)
def test_what_is_said_is_what_the_toy_says_with_everything_off(name, seed):
    for prompt in range(12):
        worlds = kept_worlds(load_toy(name, seed, prompt))
        for token, word in enumerate(worlds.toy.tokens):
            said = bigrams(worlds.toy, token).said[worlds.toy.vocab.index(word)]
            np.testing.assert_allclose(said, worlds.logits[0, token], atol=1e-12)


@given(st.integers(0, 10**6), st.sampled_from(["layer", "rms", "none"]), st.integers(1, 5), st.integers(2, 6))
def test_any_embedding_under_any_norm(seed, norm, d, V):
    draw = np.random.RandomState(seed).standard_normal
    words = tuple("abcdef"[:V])
    E, P = draw((V, d)), draw((3, d))
    token = E[[0, V - 1, 0]]
    toy = Toy(
        X0=token + P,
        token_embedding=token,
        position_embedding=P,
        vocab_embedding=E,
        blocks=(),
        sublayer_names=(),
        norm=norm,
        gamma=draw(d),
        beta=draw(d),
        W_U=draw((d, V)),
        tokens=(words[0], words[-1], words[0]),
        vocab=words,
        eps=0.1,
    )
    found = check(toy, 1)
    between = sum((getattr(found, part) for part in PARTS), np.zeros_like(found.said))
    np.testing.assert_allclose(found.direct + between, found.said, atol=1e-9)


def test_the_toy_by_hand_is_a_table_of_what_follows_what():
    """The cat sat, sat on or in, on the mat or the rug; at the last place, where a place is asked for, it says it."""
    toy = named_toy(0)
    found = bigrams(toy, 2)
    row = dict(zip(toy.vocab, found.direct, strict=True))
    assert dict(zip(toy.vocab, row["cat"], strict=True)) == dict.fromkeys(toy.vocab, 0) | {
        "cat": 2,
        "dog": -2,
        "sat": 4,
    }
    assert row["sat"].tolist() == [0, 0, -3, 0, 2, 2, -1, -1, -1, -1]
    assert row["on"].tolist() == [0, 0, 0, 0, 0, 0, 1, 1, -1, -1]
    for name in ("centring", "gain", "scale", "bias"):
        assert (getattr(found, name) == 0).all()
    assert found.position.tolist() == [[0, 0, 3, 0, -2, -2, 1, 1, 1, 1]] * 10


def test_a_trained_direct_path_need_not_be_such_a_table():
    """How often its top word may follow in the language of place, over the words that are ever followed."""
    toy = load_toy("place")
    may = {"the": {"cat", "dog", "bird", "fox", "mat", "rug", "nest", "den"}}
    may |= {key: {"sat", "slept", "lay", "hid"} for key in ("cat", "dog", "bird", "fox")}
    may |= {key: {"on", "in", "by"} for key in ("sat", "slept", "lay", "hid")}
    may |= {key: {"the"} for key in ("on", "in", "by")}
    right = []
    for seed in range(12):
        top = bigrams(load_toy("place", seed), 0).direct.argmax(axis=1)
        said = {word: toy.vocab[top[toy.vocab.index(word)]] for word in may}
        right.append(sum(said[word] in words for word, words in may.items()))
    assert right[0] == 3
    assert np.mean(right) / len(may) == pytest.approx(0.333, abs=0.001)
    chance = sum(len(words) for words in may.values()) / len(may) / len(toy.vocab)
    assert chance == pytest.approx(0.203, abs=0.001)


def test_other_axes_leave_the_sum_but_not_the_parts():
    """A turned toy has its gains in its matrices, so that what was a gain's part is in the direct path."""
    toy = load_toy("place")
    found, other = bigrams(toy, 3), bigrams(turned(toy, mean_keeping_rotation(8, 2)), 3)
    np.testing.assert_allclose(other.said, found.said, atol=1e-10)
    assert abs(other.gain).max() < 1e-12
    assert abs(other.direct - found.direct).max() > 0.1


def test_a_toy_without_the_words_of_its_vocabulary_has_no_direct_path():
    for toy in (load_toy("tanh"), load_toy("sum")):
        with pytest.raises(
            ValueError, match=rf"^the toy must have an embedding of every word .* '{toy.name}' has not$"
        ):
            bigrams(toy, 0)
    with pytest.raises(ValueError, match=r"^token must be a whole number from 0 to 4, got 5$"):
        bigrams(load_toy("place"), 5)
    bare = replace(load_toy("place"), token_embedding=None, position_embedding=None)
    with pytest.raises(ValueError, match=r"^the toy must have an embedding of every word"):
        bigrams(bare, 0)
