// Owns the frame in which a host of Python's shows the lab: the page, and the selection that goes to it and comes from it.
//
// Hosts load it as an anywidget (a notebook, app/notebook.py) or as a component of Panel's (app/lab.py): `model` has `page`,
// the screen as one file, and `selection`. The frame is of the host's own origin, so the page is reached as a live session
// reaches it, by the events of its main element. The host may load the frame anew at any time; the page then starts from
// the selection here.

export default {
  render({ model, el }) {
    const frame = document.createElement("iframe")
    frame.title = "Residual Stream Lab"
    frame.style.cssText = "display: block; width: 100%; height: 760px; border: 0"
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
    const say = ({ detail }) => {
      shown = JSON.stringify(detail)
      model.set("selection", JSON.parse(shown))
      model.save_changes()
    }
    const open = (opened) => {
      lab = opened
      lab.addEventListener("lab:selected", say)
      shown = JSON.stringify(lab.selection)
      show()
    }
    frame.addEventListener("load", () => {
      const loaded = frame.contentDocument.getElementById("lab")
      if (loaded?.selection) open(loaded)
      else loaded?.addEventListener("lab:selected", () => open(loaded), { once: true })
    })
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
