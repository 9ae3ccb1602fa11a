"""What can be seen: text stands out from its ground by 4.5 to 1 and more, marks by 3 to 1, in light and in dark."""

import pytest
from screen import close
from view_screen import new_view_screen

from app.screens.views import views

TEXT, MARK = 4.5, 3

# Luminance and contrast as WCAG 2 defines them, written down once more; `over` lays a colour over its ground.
MEASURES = """
const rgb = (text) => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
  pen.fillStyle = text
  pen.fillRect(0, 0, 1, 1)
  return [...pen.getImageData(0, 0, 1, 1).data]
}
const light = ([r, g, b]) => {
  const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : Math.pow((c / 255 + 0.055) / 1.055, 2.4))
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}
const over = ([r, g, b], alpha, ground) => [r, g, b].map((c, i) => alpha * c + (1 - alpha) * ground[i])
const ratio = (a, b) => {
  const [low, high] = [light(a), light(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}
const style = getComputedStyle(document.documentElement)
const token = (name) => rgb(style.getPropertyValue(`--${name}`).trim())
const grounds = [token("ground"), token("band")]
const on = (ground, colour, alpha) => ratio(over(colour, alpha, ground), ground)
const onGrounds = (colour, alpha = 1) => Math.min(...grounds.map((ground) => on(ground, colour, alpha)))
"""

TOKENS = f"""() => {{ {MEASURES}
  const text = Object.fromEntries(["ink", "muted", "accent"].map((name) => [name, onGrounds(token(name))]))
  for (const name of ["ink", "muted"]) text[`${{name}} on warn`] = ratio(token(name), token("warn"))
  return {{ text, marks: {{ faint: onGrounds(token("faint")), embedding: onGrounds(token("embedding")) }} }}
}}"""

# Every writer of networks of one, three and six layers of a kind: its fill or the line around it can be seen, its
# separate edge too, and no two of a kind have one colour.
WRITERS = f"""async () => {{ {MEASURES}
  const {{ readPalette, writerColours }} = await import("lab/draw/palette")
  const palette = readPalette()
  const faults = []
  for (const kind of ["attention", "mlp", "layer"])
    for (const count of [1, 3, 6]) {{
      const fills = writerColours(Array(count).fill(kind), palette)
      if (new Set(fills).size < count) faults.push(`${{kind}} ${{count}}: ${{fills}}`)
      for (const fill of fills) {{
        const seen = Math.max(onGrounds(rgb(fill)), onGrounds(rgb(palette.seam(fill))))
        if (seen < {MARK} || onGrounds(rgb(palette.edge(fill))) < {MARK}) faults.push(`${{kind}} ${{count}}: ${{fill}}`)
      }}
    }}
  return faults
}}"""

# Marks on canvases: the fill or the line of each that is drawn in full. What a mark tells by its strength has its
# number printed on it (the heat maps of Reading), and an area lies under lines that tell the same.
DRAWN = f"""() => {{ {MEASURES}
  const faults = []
  let count = 0
  for (const document of Bokeh.documents)
    for (const source of document._all_models.values()) {{
      const {{ alpha, fill = [], line = [] }} = source.data ?? {{}}
      if (!alpha || source.name === "areas") continue
      for (const [i, strength] of alpha.entries()) {{
        if (strength < 0.8) continue
        count++
        const seen = [fill[i], line[i]].filter(Boolean).map((colour) => onGrounds(rgb(colour), strength))
        if (!(Math.max(...seen) >= {MARK})) faults.push(`${{source.name}} ${{i}}: ${{fill[i]}} ${{line[i]}}`)
      }}
    }}
  return {{ faults, count }}
}}"""

# Marks in HTML, by what is drawn of them.
PLACED = f"""() => {{ {MEASURES}
  const parts = {{
    ".row .node": ["borderTopColor", "::after"],
    ".row.layer .track": ["borderTopColor", null],
    ".row .size": ["borderTopColor", "::before"],
    ".points [role=option]": ["backgroundColor", null],
    ".pair i": ["backgroundColor", null],
    ".tick.zero": ["borderLeftColor", null],
    ".row kbd": ["borderTopColor", null],
    "main select, header select": ["borderTopColor", null],
    ".chip": ["borderTopColor", null],
  }}
  return Object.entries(parts).map(([selector, [property, pseudo]]) => {{
    const found = [...document.querySelectorAll(selector)].filter((node) => !node.matches(".reference"))
    return [selector, Math.min(...found.map((node) => onGrounds(rgb(getComputedStyle(node, pseudo)[property]))))]
  }})
}}"""


def check_tokens(page) -> None:
    tokens = page.evaluate(TOKENS)
    assert {name: ratio for name, ratio in tokens["text"].items() if ratio < TEXT} == {}
    assert {name: ratio for name, ratio in tokens["marks"].items() if ratio < MARK} == {}
    assert page.evaluate(WRITERS) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_and_marks_of_the_lab_stand_out(visit, theme):
    screen = visit(f"off=1&theme={theme}", "exported_modules")
    check_tokens(screen.page)
    for face in ("terms", "answers"):
        screen.choice("What the effect shows").select_option(face)
        drawn = screen.settle().page.evaluate(DRAWN)
        assert drawn["faults"] == []
        assert drawn["count"] > 80
    assert {part: ratio for part, ratio in screen.page.evaluate(PLACED) if not ratio >= MARK} == {}


@pytest.mark.parametrize("name", views())
def test_marks_of_a_view_stand_out(chromium, exported_view, name):
    screen = new_view_screen(chromium, exported_view(name))
    for theme in ("light", "dark"):
        screen.open(f"theme={theme}")
        drawn = screen.page.evaluate(DRAWN)
        assert drawn["faults"] == []
        assert drawn["count"] > 20
    close(screen)
    assert screen.faults == []
