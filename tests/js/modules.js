// Owns how Node finds the page's modules: "lab/words/format" and "components/effect/waterfall" as the page names them.

import { registerHooks } from "node:module"

const ROOMS = { lab: new URL("../../assets/js/", import.meta.url), components: new URL("../../components/", import.meta.url) }

registerHooks({
  resolve(name, context, next) {
    const [, room, path] = name.match(/^(lab|components)\/(.+)$/) ?? []
    return next(room ? new URL(`${path}.js`, ROOMS[room]).href : name, context)
  },
  // The page takes them all as modules; no package.json says so beside them.
  load(url, context, next) {
    return next(url, Object.values(ROOMS).some((room) => url.startsWith(room.href)) ? { ...context, format: "module" } : context)
  },
})

// What the page's modules listen to at once, and nobody sends here.
globalThis.addEventListener ??= () => {}
