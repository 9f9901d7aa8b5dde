"""A push that arrives in a real browser: heard by the open page, shown when none is open, and its page opened.

The browser's own push service is out of reach here, so its developer tools deliver the push.
"""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.member import until

PUSH = {
    "type": "conversation",
    "title": "Pairwise",
    "body": "New message from someone new",
    "tag": "conversation:1",
    "path": "/en/pages/faq",
    "count": 1,
}
SHOWN = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((one) => one.body)"
# As the browser does when somebody clicks.
CLICK = """async () => {
  const [notification] = await registration.getNotifications()
  dispatchEvent(new NotificationEvent('notificationclick', { notification }))
}"""


class Tools:
    """The browser's developer tools, on the service worker of the site that `page` shows."""

    def __init__(self, page: Page) -> None:
        self._page, self._registration = page, ""
        self._session = page.context.new_cdp_session(page)
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._session.send("ServiceWorker.enable")

    def _note(self, event: dict[str, Any]) -> None:
        for one in event["registrations"]:
            if not one["isDeleted"]:
                self._registration = one["registrationId"]

    def deliver(self, origin: str) -> None:
        while not self._registration:
            self._page.wait_for_timeout(50)
        push = {"origin": origin, "registrationId": self._registration, "data": json.dumps(PUSH)}
        self._session.send("ServiceWorker.deliverPushMessage", push)


def test_a_push_reaches_the_page_or_the_screen(visit: Callable[..., Page]) -> None:
    page = visit()
    page.context.grant_permissions(["notifications"])
    page.goto("/en/pages/terms")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    origin = page.evaluate("() => location.origin")
    tools = Tools(page)

    # Somebody looks at a page: it is told, and nothing covers the screen.
    page.evaluate(
        """() => { window.heard = new Promise((tell) =>
        navigator.serviceWorker.addEventListener('message', ({ data }) => data.type === 'push' && tell(data))) }"""
    )
    page.bring_to_front()
    tools.deliver(origin)
    assert page.evaluate("() => window.heard") == {
        "type": "push",
        "push": {"type": "conversation", "count": 1, "path": "/en/pages/faq"},
    }
    assert page.evaluate(SHOWN) == []

    # Nobody does: it is shown, once however often it comes.
    page.goto("about:blank")
    for _ in range(2):
        tools.deliver(origin)
    page.goto("/en/pages/terms")
    until(lambda: page.evaluate(SHOWN) == ["New message from someone new"])

    [worker] = page.context.service_workers
    worker.evaluate(CLICK)
    page.wait_for_url("**/en/pages/faq")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
