"""A finger on the screen of a phone: touches as from the device, which the browser may take for a scroll."""

from playwright.sync_api import CDPSession, Locator, Page

from tests.journeys.conftest import box


class Finger:
    """Touches through the developer tools, so that scrolling, long presses and clicks follow as on a device."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._tools: CDPSession = page.context.new_cdp_session(page)

    def hold(self, target: Locator, milliseconds: int = 700) -> None:
        x, y = _middle(target)
        self._touch("touchStart", x, y)
        self._page.wait_for_timeout(milliseconds)
        self._touch("touchEnd")

    def double_tap(self, target: Locator) -> None:
        x, y = _middle(target)
        for _ in range(2):
            self._touch("touchStart", x, y)
            self._touch("touchEnd")

    def drag(self, target: Locator, right: float, down: float = 0) -> None:
        x, y = _middle(target)
        self._touch("touchStart", x, y)
        for step in range(1, 11):
            self._touch("touchMove", x + right * step / 10, y + down * step / 10)
            self._page.wait_for_timeout(16)
        self._touch("touchEnd")

    def _touch(self, kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        self._tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def _middle(target: Locator) -> tuple[float, float]:
    target.scroll_into_view_if_needed()
    at = box(target)
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
