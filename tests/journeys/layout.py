"""Measurements of a page in the browser: shifts of its layout, and the place of its first picture."""

from typing import Any

from playwright.sync_api import Page, expect

# Entries within 500 ms of an input are no shifts, as https://web.dev/articles/cls defines them. Sources help to find
# the element that moved.
OBSERVE = """() => {
  window.layoutShifts = []
  const nameOf = (node) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement
    return element ? `${element.tagName.toLowerCase()}.${String(element.className).slice(0, 40)}` : 'gone'
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries()) {
      if (hadRecentInput) continue
      const moved = sources.map(({ node, previousRect, currentRect }) =>
        `${nameOf(node)} ${Math.round(previousRect.y)}+${Math.round(previousRect.height)} -> ` +
        `${Math.round(currentRect.y)}+${Math.round(currentRect.height)}`)
      window.layoutShifts.push({ value, at: Math.round(startTime), moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}"""
SCROLL = """async () => {
  const pause = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  for (let passed = 0; passed < 4; passed++) {
    scrollBy(0, innerHeight * 0.8)
    await pause()
  }
  scrollTo(0, 0)
  await pause()
}"""
QUIET_FOR = """() =>
  performance.now() - Math.max(0, ...performance.getEntries().map(({ responseEnd }) => responseEnd ?? 0))"""
TOP = """selector => {
  const all = [...document.querySelectorAll(selector)]
  const shown = all.filter((each) => each.checkVisibility() && each.clientHeight > 0)
  return shown.length ? Math.round(Math.min(...shown.map((each) => each.getBoundingClientRect().top + scrollY))) : null
}"""


def observe_shifts(page: Page) -> None:
    """From now on every document of this page counts its shifts."""
    page.add_init_script(f"({OBSERVE})()")


def shifts_of_visit(page: Page, path: str) -> list[dict[str, Any]]:
    """Each shift of a visit: loading the page, everything that comes late, and scrolling on."""
    page.goto(path)
    settle(page)
    page.evaluate(SCROLL)
    settle(page)
    found: list[dict[str, Any]] = page.evaluate("layoutShifts")
    return found


def settle(page: Page) -> None:
    """The screen has its heading, nothing of it is loading, and no answer is younger than half a second."""
    page.locator("h1").first.wait_for(state="attached")
    expect(page.get_by_role("status").get_by_text("Loading", exact=True)).to_have_count(0)
    while page.evaluate(QUIET_FOR) < 500:  # the live stream stays open: there is no `networkidle`
        page.wait_for_timeout(100)


def top_of(page: Page, selector: str) -> int | None:
    """How far below the top of the page the highest visible element of a selector stands."""
    found: int | None = page.evaluate(TOP, selector)
    return found
