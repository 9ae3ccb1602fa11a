// Owns how the page is dressed: light or dark (the host's own preference until chosen), and presenter mode. A reload
// finds both as they were.

const root = document.documentElement

export function listenToTheme({ dark, present, redraw }) {
  const preference = matchMedia("(prefers-color-scheme: dark)")
  const worn = history.state?.dress ?? {}
  let chosen = "theme" in worn

  const wear = (theme) => {
    root.dataset.theme = theme
    dark.setAttribute("aria-pressed", String(theme === "dark"))
    redraw()
  }

  dark.addEventListener("click", () => {
    chosen = true
    wear(root.dataset.theme === "dark" ? "light" : "dark")
  })
  preference.addEventListener("change", () => chosen || wear(preference.matches ? "dark" : "light"))
  present.addEventListener("click", () => {
    const on = root.toggleAttribute("data-presenting")
    present.setAttribute("aria-pressed", String(on))
  })
  if (worn.presenting !== undefined) present.click()
  wear(worn.theme ?? root.dataset.theme)
}
