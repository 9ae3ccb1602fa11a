"""The gradient's animation: runs by the clock, stops at once, never queues, and does not move where none is wanted."""

from itertools import pairwise

import pytest
from printed import read
from screen import Screen

HEAD = "Number(document.querySelector('[aria-label=\"Playhead of the gradient\"]').value)"
BUTTON = "[...document.querySelectorAll('button')].find((b) => /^(Play|Pause)$/.test(b.textContent.trim()))"

# The playhead at each of the next frames, with the time.
WATCH = f"""async (frames) => {{
  const seen = []
  for (let i = 0; i < frames; i++) {{
    await new Promise(requestAnimationFrame)
    seen.push([performance.now(), {HEAD}])
  }}
  return seen
}}"""

# Plays, pauses after a while, and says where the playhead was at once, one frame and three frames later.
PAUSE = f"""async () => {{
  const frame = () => new Promise(requestAnimationFrame)
  const button = {BUTTON}
  button.click()
  for (let i = 0; i < 12; i++) await frame()
  button.click()
  const canvas = () => reading.canvases("Gradient")
  const heads = [{HEAD}], pictures = []
  await frame()
  await frame()
  heads.push({HEAD})
  pictures.push(canvas())
  for (let i = 0; i < 4; i++) await frame()
  heads.push({HEAD})
  pictures.push(canvas())
  return [heads, pictures[0] === pictures[1], button.textContent.trim()]
}}"""


@pytest.fixture
def fresh(fresh: Screen) -> Screen:
    fresh.choice("Speed").select_option("1")
    return fresh.blur()


def rate(seen: list[list[float]]) -> float:
    """Layers a second."""
    (start, first), (end, last) = seen[0], seen[-1]
    return 1000 * (last - first) / (end - start)


def head(screen: Screen) -> float:
    return screen.page.evaluate(HEAD)


def test_play_moves_from_the_readout_to_the_embedding_by_the_clock(fresh):
    fresh.choice("Speed").select_option("4")
    fresh.blur().press(" ")
    seen = fresh.page.evaluate(WATCH, 20)
    heads = [place for _, place in seen]
    assert all(after > before for before, after in pairwise(heads))
    slow = rate(seen) / 4
    assert 1 < slow < 4
    fresh.until(lambda: head(fresh) == 6)
    assert fresh.button("Play").count() == 1
    assert fresh.slider("Playhead of the gradient").get_attribute("aria-valuetext") == "at the embedding"


def test_play_really_changes_the_picture(fresh):
    pictures = set()
    fresh.press(" ")
    for _ in range(4):
        pictures.add(fresh.page.evaluate("reading.canvases('Gradient')"))
        fresh.page.wait_for_timeout(120)
    assert len(pictures) == 4


@pytest.mark.parametrize("again", range(3))
def test_pause_stops_within_one_frame(fresh, again):
    heads, still, name = fresh.page.evaluate(PAUSE)
    assert 0 < heads[0] < 6
    assert heads[0] == heads[1] == heads[2]
    assert still
    assert name == "Play"


def test_a_stalled_page_skips_and_does_not_queue(fresh):
    """After half a second in which nothing could be painted, the playhead is where the clock is, and Pause holds."""
    stalled = f"""async () => {{
      const frame = () => new Promise(requestAnimationFrame)
      const button = {BUTTON}
      button.click()
      await frame(); await frame()
      const before = {HEAD}, start = performance.now()
      while (performance.now() < start + 500);
      await frame()
      const after = {HEAD}
      button.click()
      for (let i = 0; i < 6; i++) await frame()
      return [before, after, {HEAD}]
    }}"""
    before, after, end = fresh.page.evaluate(stalled)
    assert after - before > 0.5
    assert end == after


def test_pressing_play_many_times_starts_one_animation(fresh):
    fresh.press(" ")
    once = rate(fresh.page.evaluate(WATCH, 10))
    for _ in range(10):
        fresh.page.keyboard.press(" ")
        fresh.page.keyboard.press(" ")
    fresh.settle()
    assert fresh.button("Pause").count() == 1
    assert rate(fresh.page.evaluate(WATCH, 10)) == pytest.approx(once, rel=0.3)


def test_the_speed_is_what_it_says(fresh):
    rates = []
    for speed in ("0.5", "2"):
        fresh.choice("Speed").select_option(speed)
        fresh.blur().press("r", " ")
        rates.append(rate(fresh.page.evaluate(WATCH, 15)))
        fresh.press(" ")
    assert rates[1] / rates[0] == pytest.approx(4, rel=0.35)


def legend(screen: Screen) -> dict[str, float]:
    pieces = [piece for piece in screen.pieces() if piece["region"] == "Gradient"]
    values = {}
    for name in ("with the plus", "layers only", "plus alone"):
        at = next(piece for piece in pieces if piece["text"] == name)
        beside = [p for p in pieces if abs(p["y"] - at["y"]) < 6 and p["left"] > at["right"] - 1]
        values[name] = read(beside[0]["text"]).value
    return values


def test_scrubbing_works_both_ways_and_reads_the_table(fresh):
    fresh.press("3")
    rows = {row[0]: [read(cell).value for cell in row[1:]] for row in fresh.tables()["Gradient"]["rows"]}
    slider = fresh.slider("Playhead of the gradient")
    places = []
    for key in ["Home", *["ArrowRight"] * 120]:
        slider.press(key)
        place = slider.get_attribute("aria-valuetext") or ""
        if not places or place != places[-1]:
            places.append(place)
            assert list(legend(fresh).values()) == rows[place], place
        if place == "at the embedding":
            break
    assert places == list(rows)
    slider.press("End")
    down = head(fresh)
    slider.press("ArrowLeft")
    assert head(fresh) < down
    slider.press("Home")
    assert head(fresh) == 0
    assert list(legend(fresh).values()) == rows["below the final norm"]


def test_scrubbing_takes_over_from_play(fresh):
    fresh.press(" ")
    fresh.slider("Playhead of the gradient").press("Home")
    assert fresh.button("Play").count() == 1
    assert fresh.settle().page.evaluate(HEAD) == 0


def test_switching_while_it_plays_goes_on_with_the_new_world(fresh):
    fresh.press(" ", "1", "2", "3", "4", "5", "6")
    assert fresh.button("Pause").count() == 1
    first = head(fresh)
    assert legend(fresh)["with the plus"] == legend(fresh)["plus alone"]
    fresh.until(lambda: head(fresh) > first)


def test_no_motion_where_none_is_wanted(visit):
    screen = visit(reduced_motion="reduce")
    heads = []
    for _ in range(8):
        screen.press(" ")
        heads.append(head(screen))
        screen.page.wait_for_timeout(60)
        assert head(screen) == heads[-1]
    assert heads == [0, 1, 2, 3, 4, 5, 6, 0]
    assert screen.page.evaluate("document.getAnimations({ subtree: true }).length") == 0


def test_nothing_moves_unless_asked(fresh):
    before = fresh.page.screenshot()
    fresh.page.wait_for_timeout(300)
    assert fresh.page.screenshot() == before
    fresh.page.keyboard.press("3")
    assert fresh.page.evaluate("document.getAnimations({ subtree: true }).length") == 0  # worlds switch at once


def says_why(screen: Screen) -> bool:
    return any("The gradient arrives as it left the readout." in piece["text"] for piece in screen.pieces())


@pytest.mark.parametrize(("toy", "keys"), [("tanh", "123456"), ("sum", "123"), ("reread", "12"), ("cancel", "1")])
def test_with_all_off_the_gradient_arrives_as_it_left_but_through_the_layers_and_the_page_says_why(fresh, toy, keys):
    fresh.show(toy, keys)
    rows = [row[1:] for row in fresh.tables()["Gradient"]["rows"]]
    assert {cell for whole, _, plus in rows for cell in (whole, plus)} == {rows[0][0]}
    assert [layers for _, layers, _ in rows] == [rows[0][0], *["0"] * len(keys)]
    assert says_why(fresh)
    assert not says_why(fresh.press("1"))
