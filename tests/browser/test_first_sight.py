"""What needs no chart answers before Bokeh is there, and the charts then show what was chosen meanwhile."""

from screen import close, new_screen

USABLE = "main[data-usable]"
# Whether Bokeh was there when the page first answered.
EARLY = """addEventListener("DOMContentLoaded", () => {
  const main = document.getElementById("lab")
  const look = () => (window.early ??= window.Bokeh === undefined)
  new MutationObserver(look).observe(main, { attributeFilter: ["data-usable"] })
})"""


def test_switches_and_the_sentence_answer_while_bokeh_is_on_its_way(chromium, server):
    screen = new_screen(chromium, server.url, fresh=True)
    held: list = []
    screen.page.route("**/bokeh.min.js*", lambda route: held.append(route))
    screen.page.goto(f"{screen.url}?toy=tanh&off=2", wait_until="commit")
    screen.page.wait_for_selector(USABLE)
    screen.page.keyboard.press("5")
    assert screen.off() == ["MLP 1", "Attention 3"]
    assert "Without MLP 1 and Attention 3" in screen.sentence()["text"]
    assert screen.page.locator("main").get_attribute("aria-busy") == "true"
    assert screen.page.locator(".plot canvas").count() == 0
    for route in held:
        route.continue_()
    screen.ready()
    assert screen.read()["tables"] == new_state(screen)
    close(screen)
    assert screen.faults == []


def new_state(screen) -> dict:
    """The charts' numbers of the same state, opened anew."""
    screen.page.unroute("**/bokeh.min.js*")
    screen.page.reload()
    return screen.ready().read()["tables"]


def test_a_file_answers_before_it_runs_the_bokeh_that_it_carries(chromium, urls):
    screen = new_screen(chromium, urls("exported_tanh"), fresh=True)
    screen.page.add_init_script(EARLY)
    screen.open("off=3")
    assert screen.ask("early") is True
    assert screen.ask("typeof window.Bokeh") == "object"
    close(screen)
    assert screen.faults == []
