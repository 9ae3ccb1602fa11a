"""What is looked for on any page of the lab, as JavaScript."""

READY = "!!document.querySelector('main:not([aria-busy=true]) [role=status]')"
OFF = "[...document.querySelectorAll('[role=switch][aria-checked=false]')].map((one) => one.ariaLabel)"
TOTAL = "Number(document.querySelector('[role=status][aria-label=Effect]').dataset.total)"
SAID = "document.querySelector('[role=status]').textContent.trim()"
NOTICES = "document.getElementById('notices').textContent.trim()"
ASKED = "performance.getEntriesByType('resource').map((one) => one.name).filter((name) => !/^(data|blob):/.test(name))"
# For each picture in which Bokeh draws, whether anything was drawn.
PAINTED = """(() => {
  const shadow = ({ shadowRoot }) => (shadowRoot ? inside(shadowRoot) : [])
  const inside = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...shadow(one)])
  const canvases = (frame) => inside(frame).filter((one) => one.matches('canvas'))
  const pixels = ({ width, height }, pen) => pen.getImageData(0, 0, width, height).data
  const drawn = (canvas) => canvas.width > 0 && pixels(canvas, canvas.getContext('2d')).some(Boolean)
  const pictures = [...document.querySelectorAll('main .frame')].map(canvases).filter((found) => found.length > 0)
  return pictures.map((found) => found.some(drawn))
})()"""
ALL_PAINTED = f"{PAINTED}.every(Boolean)"
# Parts of the page that stand out of it sideways, as a reader who cannot scroll there would miss them.
OUTSIDE = """[...document.querySelectorAll('header *, main *')]
  .filter((one) => one.checkVisibility() && !one.closest('.hidden, .scroll, [data-widget] .frame, .tip'))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1)
  .map((one) => one.outerHTML.slice(0, 90))"""


def switch(name: str) -> str:
    """The selector of a layer's switch."""
    return f'[role=switch][aria-label="{name}"]'


def off(*names: str) -> str:
    """That these layers are off, and no others."""
    return f"{OFF}.join() === '{','.join(names)}'"
