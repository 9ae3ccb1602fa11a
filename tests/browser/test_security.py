"""A script that somebody smuggles into a page is not run, and each form of the lab still works under its policy."""

import pytest
from screen import close, new_screen

SMUGGLED = {
    "a script": """const script = document.createElement("script")
      script.text = "window.smuggled = 1"
      document.body.append(script)""",
    "a script in its own address": """const script = document.createElement("script")
      script.src = "data:text/javascript,window.smuggled = 1"
      document.body.append(script)""",
    "a script in an object's address": """const script = document.createElement("script")
      script.src = URL.createObjectURL(new Blob(["window.smuggled = 1"], { type: "text/javascript" }))
      document.body.append(script)""",
    "a module in its own address": "import('data:text/javascript,window.smuggled = 1').catch(() => {})",
    "a handler": "document.body.insertAdjacentHTML('beforeend', '<img src=data:, onerror=\"window.smuggled = 1\">')",
    "text as a program": "setTimeout('window.smuggled = 1')",
}
# Playwright's own waiting evaluates a text, which the policy forbids.
REFUSED = """async () => {
  for (let n = 0; n < 100 && !violated.length; n++) await new Promise((done) => setTimeout(done, 20))
}"""
ELSEWHERE = "new Promise((done) => fetch('http://localhost:9/').catch((error) => done(String(error))))"


@pytest.fixture(scope="module", params=["exported", "embed", "live"])
def opened(request, chromium, urls):
    screen = new_screen(chromium, urls(request.param), fresh=True)
    violated = """window.violated = []
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => violated.push(effectiveDirective))"""
    screen.page.add_init_script(violated)
    screen.open("off=2")
    assert screen.faults == []
    assert screen.ask("violated") == []
    yield screen
    close(screen)


@pytest.fixture
def screen(opened):
    """The form's one page, as it opened and with nothing refused yet."""
    opened.press("Escape").blur().press("r").page.evaluate("window.violated = []; window.smuggled = undefined")
    return opened


@pytest.mark.parametrize("what", SMUGGLED)
def test_what_is_smuggled_in_is_not_run(screen, what):
    screen.page.evaluate(f"() => {{ {SMUGGLED[what]} }}")
    screen.page.evaluate(REFUSED)
    assert screen.ask("violated")[0].startswith("script-src")
    assert screen.page.evaluate("window.smuggled ?? null") is None
    assert screen.press("3").off() == ["MLP 1", "Attention 2"], "the lab goes on"


def test_eval_is_refused(screen):
    # In a task of the page's own, since what Playwright evaluates may do what the page may not.
    attempt = "() => { try { done(String(eval('1'))) } catch (error) { done(error.name) } }"
    assert screen.page.evaluate(f"new Promise((done) => setTimeout({attempt}))") == "EvalError"


def test_nothing_is_fetched_from_elsewhere(screen):
    assert "Failed to fetch" in screen.page.evaluate(ELSEWHERE)
    assert screen.ask("violated") == ["connect-src"]


def test_dialogs_that_close_by_a_form_still_do(screen):
    screen.button("Help").click()
    screen.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    assert not screen.page.get_by_role("dialog").is_visible()
    assert screen.ask("violated") == []
