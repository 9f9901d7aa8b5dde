"""Measurements of pages in the browser: shifts of their layout, and the place of the first picture."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext, Page, TimeoutError

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
# A busy machine may draw no frame of a tab that was just brought to the front: scrolling goes on then.
SCROLL = """async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const pause = () => Promise.race([drawn(), new Promise((done) => setTimeout(done, 2000))])
  for (let passed = 0; passed < 4; passed++) {
    scrollBy(0, innerHeight * 0.8)
    await pause()
  }
  scrollTo(0, 0)
  await pause()
}"""
# Open requests of the page are known, so that a visit is over when the last answer is drawn and not after a fixed time.
# The live stream is no `fetch`. Pictures below the window load when one scrolls to them.
NOTE_REQUESTS = """() => {
  const { fetch } = window
  window.openRequests = new Set()
  window.lastAnswer = 0
  window.fetch = async (...asked) => {
    const request = { address: asked[0]?.url ?? String(asked[0]), since: performance.now() }
    openRequests.add(request)
    try {
      return await fetch(...asked)
    } finally {
      openRequests.delete(request)
      window.lastAnswer = performance.now()
    }
  }
}"""
# A request that an answer leads to begins within this time, in milliseconds.
QUIET = 300
# Between two looks whether it is quiet. By default there is one for each frame, which keeps every tab drawing.
POLLED_EACH = 100
# What a page still waits for, in words; nothing once it is drawn and quiet.
UNSETTLED = """quiet => {
  const now = performance.now()
  const sinceOf = (time) => `${Math.round((now - time) / 1000)} s`
  const isNear = (image) => image.getBoundingClientRect().top < innerHeight * 2
  const found = [...openRequests].map(({ address, since }) => `request ${address}, open for ${sinceOf(since)}`)
  if (!found.length && now - lastAnswer <= quiet) found.push('an answer that has just come')
  if (!document.querySelector('h1')) found.push('a heading')
  for (const { textContent } of document.querySelectorAll('[role=status]'))
    if (textContent.trim() === 'Loading') found.push('the state "Loading"')
  const fonts = [...document.fonts].filter((each) => each.status === 'loading').map((each) => each.family)
  if (document.fonts.status !== 'loaded') found.push(`fonts ${fonts.join(', ')}`)
  for (const image of document.images)
    if (!image.complete && isNear(image)) found.push(`image ${image.currentSrc || image.src} (${image.loading})`)
  return found
}"""
SETTLED = f"quiet => ({UNSETTLED})(quiet).length === 0"
TOP = """selector => {
  const all = [...document.querySelectorAll(selector)]
  const shown = all.filter((each) => each.checkVisibility() && each.clientHeight > 0)
  return shown.length ? Math.round(Math.min(...shown.map((each) => each.getBoundingClientRect().top + scrollY))) : null
}"""


@dataclass(frozen=True)
class Look:
    """What was seen of a route in one window size."""

    shifts: list[dict[str, Any]]
    tops: dict[str, int | None]  # how far below the top of the page the highest visible element of a selector stands

    @property
    def shift(self) -> float:
        return float(sum(each["value"] for each in self.shifts))

    @property
    def largest(self) -> list[str]:
        found = sorted(self.shifts, key=lambda each: -each["value"])[:3]
        return [f"{each['value']:.3f} {each['moved']}" for each in found]


def observe(context: BrowserContext) -> None:
    """From now on every document of this context counts its shifts and its open requests."""
    context.add_init_script(f"({OBSERVE})(); ({NOTE_REQUESTS})()")


def looks_at(visits: Mapping[Page, str], selectors: Iterable[str] = ()) -> dict[Page, Look]:
    """Visit an address in each of these tabs: loading it, everything that comes late, and scrolling on.

    The tabs load at the same time, and wait for their answers together.
    """
    for tab, address in visits.items():
        # Only another document is loaded anew, an address that differs in its fragment is not.
        if tab.url.partition("#")[0].endswith(address.partition("#")[0]):
            tab.goto("about:blank")
        tab.goto(address, wait_until="commit")
    for tab in visits:
        wait_until_settled(tab)
    for tab in visits:
        # A tab behind another draws one frame a second.
        tab.bring_to_front()
        tab.evaluate(SCROLL)
    for tab in visits:
        wait_until_settled(tab)
    return {tab: Look(tab.evaluate("layoutShifts"), {each: top_of(tab, each) for each in selectors}) for tab in visits}


def wait_until_settled(page: Page) -> None:
    """Wait until the page is drawn and quiet; a failure names its address and what it waits for."""
    try:
        page.wait_for_function(SETTLED, arg=QUIET, polling=POLLED_EACH)
    except TimeoutError as late:
        waits_for, state = page.evaluate(UNSETTLED, QUIET), page.evaluate("document.readyState")
        raise AssertionError(f"{page.url} ({state}) does not settle: {waits_for}") from late


def top_of(page: Page, selector: str) -> int | None:
    """How far below the top of the page the highest visible element of a selector stands."""
    found: int | None = page.evaluate(TOP, selector)
    return found
