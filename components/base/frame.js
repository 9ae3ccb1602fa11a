// Owns the frame in which a host of Python's shows the lab: the page, and the selection that goes to it and comes from it.
//
// Hosts load it as an anywidget (a notebook, app/notebook.py) or as a component of Panel's (app/lab.py): `model` has `page`,
// the screen as one file, and `selection`. The frame is of the host's own origin, so the page is reached as a live session
// reaches it, by the events of its main element. The host may load the frame anew at any time; the page then starts from
// the selection here.

/**
 * @typedef {object} Model what the host holds
 * @property {{ (name: "page"): string, (name: "selection"): object }} get
 * @property {(name: "selection", value: object) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, listener: () => void) => void} on
 */
/** @typedef {HTMLElement & { selection?: object }} Lab the page's main element */

export default {
  /** @param {{ model: Model, el: HTMLElement }} given */
  render({ model, el }) {
    const frame = document.createElement("iframe")
    frame.title = "Residual Stream Lab"
    frame.style.cssText = "display: block; width: 100%; height: 760px; border: 0"
    /** @type {Lab | null} */
    let lab = null
    let shown = ""
    const leave = () => {
      lab?.removeEventListener("lab:selected", say)
      lab = null
    }
    const load = () => {
      leave()
      frame.srcdoc = model.get("page")
    }
    const show = () => {
      if (lab && JSON.stringify(model.get("selection")) !== shown)
        lab.dispatchEvent(new CustomEvent("lab:select", { detail: model.get("selection") }))
    }
    // A copy, since Bokeh compares no object that another window made.
    /** @param {Event} event */
    const say = (event) => {
      const { detail } = /** @type {CustomEvent<object>} */ (event)
      shown = JSON.stringify(detail)
      model.set("selection", JSON.parse(shown))
      model.save_changes()
    }
    /** @param {Lab} opened */
    const open = (opened) => {
      lab = opened
      opened.addEventListener("lab:selected", say)
      shown = JSON.stringify(opened.selection)
      show()
    }
    frame.addEventListener("load", () => {
      /** @type {Lab | null | undefined} */
      const loaded = frame.contentDocument?.getElementById("lab")
      if (loaded?.selection) open(loaded)
      else loaded?.addEventListener("lab:selected", () => open(loaded), { once: true })
    })
    /** @param {MessageEvent} event */
    const fit = ({ source, data }) => {
      if (source === frame.contentWindow && data.kind === "height") frame.style.height = `${data.height}px`
    }
    addEventListener("message", fit)
    model.on("change:page", load)
    model.on("change:selection", show)
    load()
    el.append(frame)
    return () => removeEventListener("message", fit)
  },
}
