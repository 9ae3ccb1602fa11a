"""Reading and Interventions in one typeface at a time: rows line up with their names, and nothing is cut or covered."""

import pytest
from screen import close
from view_screen import new_view_screen

SIZES = ((1280, 720), (1366, 768), (1920, 1080), (900, 844), (390, 844))
# What of a view is looked at beside how it opens.
SHOWN = {
    "reading": ({}, {"toy": "and", "face": "weights"}, {"face": "share"}, {"face": "cosine"}),
    "interventions": ({}, {"layer": "all", "face": "drop", "about": "slots"}, {"about": "paths"}),
}

# The upright middles of all text in each row, by name; of a depth those of its name and of its words.
ROWS = """() => {
  const middle = (node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const { top, bottom } = range.getBoundingClientRect()
    return (top + bottom) / 2
  }
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility())
  const all = (selector) => seen(selector).map(middle)
  return {
    who: {
      names: all("[data-widget=reading-who] .names > *"),
      values: all("[data-widget=reading-who] .labels > span"),
      words: all("[data-widget=reading-who] .speaks > li:not(.tops)"),
    },
    lens: {
      names: all("[data-widget=reading-lens] .names > *"),
      words: all("[data-widget=reading-lens] .cells > p:not(.tops)"),
    },
  }
}"""


def apart(columns: dict[str, list[float]]) -> float:
    """How far, at most, any column's rows lie from its names'."""
    names = columns["names"]
    others = [column for column in columns.values() if column]
    assert all(len(column) == len(names) for column in others)
    return max(abs(y - name) for column in others for y, name in zip(column, names, strict=True))


@pytest.mark.parametrize("view", SHOWN)
@pytest.mark.parametrize("typeface", ["DejaVu Sans", "Arimo", "Noto Sans"])
def test_rows_line_up_and_nothing_is_cut_or_covered(chromium_with, server, cases, typeface, view):
    """Other states than the opening one are looked at on a laptop and presenting; in every size in `make campaign`."""
    screen = new_view_screen(chromium_with(typeface), f"{server.url}embed/{view}")
    screen.open()
    found = []
    for size in (*SIZES, "presenting"):
        if size == "presenting":
            screen.page.set_viewport_size({"width": 1366, "height": 768})
            screen.blur().press("p")
        else:
            screen.page.set_viewport_size({"width": size[0], "height": size[1]})
        whole = size in ((1366, 768), "presenting") or cases(0, 1)
        for values in SHOWN[view][: None if whole else 1]:
            screen.choose(values).settle()
            found += [f"{size} {values}: {fault}" for fault in screen.ask("audit.faults()")]
            if view == "reading":
                rows = screen.page.evaluate(ROWS)
                assert apart(rows["who"]) <= 1, (size, rows["who"])
                assert apart(rows["lens"]) <= 1, (size, rows["lens"])
                if size in SIZES[:3]:
                    # Six layers, each in one line across both pictures.
                    across = {"names": rows["who"]["names"][2:8], "lens": rows["lens"]["names"][1:]}
                    assert apart(across) <= 1, (size, across)
            screen.blur().press("r")
    close(screen)
    assert found + screen.faults == [], "\n".join(found)
