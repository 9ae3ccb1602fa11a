// Owns a course's own look: `ground`, `ink` and `accent`, which a link gives as colours, and the tones between them. What
// could not be read is refused, with its contrast. A look belongs to one theme, the light or the dark one, whichever its
// ground is; in the other theme the page looks as it always does.

import { contrastOn, hexOf, luminance, mix, towards } from "lab/draw/colour"
import { fixed } from "lab/words/format"
import { MARK, TEXT } from "lab/draw/palette"
import { problem } from "lab/state/query"

const KEYS = ["ground", "ink", "accent"]
const TONES = ["ground", "ink", "accent", "band", "hair", "faint", "muted", "embedding", "warn"]
const ROOM = 7 // to 1, what a ground leaves the page's own ink: such a ground is clearly light or clearly dark
const YELLOW = "#e0a800"

const root = document.documentElement

// Takes out of `asked`, a link's own words as a Map, what cannot be had. Returns the sentences about it and the look.
export function judgeLook(asked, { vocabulary }) {
  const sentences = []
  // A system that forces its own colours has the last word.
  if (!KEYS.some((key) => asked.has(key)) || matchMedia("(forced-colors: active)").matches) return { sentences, look: null }
  const refuse = (key, kind, facts = {}) => {
    sentences.push(problem(vocabulary, kind, asked.get(key), { key, ...facts }).sentence)
    asked.delete(key)
  }
  const given = (key) => hexOf(asked.get(key) ?? "")
  const judge = (key, other, grounds, least) => {
    const ratio = given(key) ? contrastOn(grounds, given(key)) : least
    if (ratio < least) refuse(key, "contrast", { other, least, ratio: fixed(Math.floor(10 * ratio) / 10, 1) })
  }
  for (const key of KEYS) if (asked.has(key) && given(key) === null) refuse(key, "colour")

  const themeNow = () => (given("ground") ? themeOf(given("ground")) : (asked.get("theme") ?? "light"))
  const groundNow = () => given("ground") ?? ownOf(themeNow()).ground
  judge("ink", "ground", [groundNow()], TEXT)
  if (given("ink") === null) judge("ground", "ink", [ownOf(themeNow()).ink], ROOM)
  const theme = themeNow()
  const tones = tonesOf(groundNow(), given("ink") ?? ownOf(theme).ink)
  judge("accent", "ground", [tones.ground, tones.band], TEXT)
  if (!KEYS.some(given)) return { sentences, look: null }
  const accent = given("accent") ?? towards(ownOf(theme).accent, tones.ink, [tones.ground, tones.band], TEXT)
  return { sentences, look: { theme, colours: { ...tones, accent } } }
}

export function wearLook(look, theme) {
  for (const tone of TONES) {
    if (look && look.theme === theme) root.style.setProperty(`--${tone}`, look.colours[tone])
    else root.style.removeProperty(`--${tone}`)
  }
}

function themeOf(ground) {
  return luminance(ground) > 0.18 ? "light" : "dark"
}

// The page's own colours in a theme, whatever it wears.
function ownOf(theme) {
  const worn = [root.dataset.theme, root.style.cssText]
  root.dataset.theme = theme
  wearLook(null)
  const style = getComputedStyle(root)
  const own = Object.fromEntries(KEYS.map((key) => [key, style.getPropertyValue(`--${key}`).trim()]))
  ;[root.dataset.theme, root.style.cssText] = worn
  return own
}

// Each tone is for what css/colours.css says: text is read on ground, band and warn.
function tonesOf(ground, ink) {
  const under = (tone) => (contrastOn([tone], ink) >= TEXT ? tone : ground)
  const [band, warn] = [under(mix(ground, ink, 0.04)), under(mix(ground, YELLOW, 0.16))]
  return {
    ground,
    ink,
    band,
    warn,
    hair: mix(ground, ink, 0.14),
    faint: towards(mix(ground, ink, 0.35), ink, [ground, band], MARK),
    embedding: towards(mix(ground, ink, 0.45), ink, [ground, band], MARK),
    muted: towards(mix(ground, ink, 0.65), ink, [ground, band, warn], TEXT),
  }
}
