"""A browser that stores nothing: an in-app browser has no storage, settings refuse it, or it is full. Everything works,
only nothing is remembered."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.test_journey import buy, come_in, confirm, enter_password, fill_in, send
from tests.member import PASSWORD, Member, until
from tests.product import Product

ABSENT = """
for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get: () => null })
for (const name of ['indexedDB', 'caches', 'BroadcastChannel', 'Notification', 'PushManager', 'AudioContext'])
  Object.defineProperty(window, name, { value: undefined })
for (const name of ['locks', 'serviceWorker', 'permissions', 'clipboard', 'share', 'geolocation', 'credentials'])
  delete Navigator.prototype[name]
delete Document.prototype.startViewTransition
"""
REFUSED = """
const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError') }
const reject = async () => refuse()
for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
  Object.defineProperty(window, name, { get: refuse })
Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse })
window.BroadcastChannel = class { constructor() { refuse() } }
LockManager.prototype.request = reject
ServiceWorkerContainer.prototype.register = reject
"""
FULL = """
const full = () => { throw new DOMException('The quota has been exceeded.', 'QuotaExceededError') }
Storage.prototype.setItem = full
const put = IDBObjectStore.prototype.put
IDBObjectStore.prototype.put = function (value) {
  const request = put.call(this, value)
  this.transaction.abort()
  return request
}
Cache.prototype.put = async () => full()
"""


@pytest.mark.parametrize("browser", [ABSENT, REFUSED, FULL], ids=["absent", "refused", "full"])
def test_a_member_comes_writes_pays_and_goes(visit: Callable[..., Page], product: Product, browser: str) -> None:
    his = Member(product.base_url).sign_up("Bo", gender="male", seeks="female").confirm()
    hers = Member(product.base_url)
    hers.email = f"ann-{his.id[:8]}@example.org"
    page = visit(phone=True)
    page.add_init_script(f"{{ {browser} }}")

    come_in(page)
    # An answer that is not remembered is asked for again.
    entry = page.get_by_role("button", name="I’m 18 or over")
    page.add_locator_handler(entry, lambda: entry.click())
    page.get_by_role("link", name="Create your profile").first.click()
    fill_in(page, hers.email)
    confirm(page, hers)

    page.goto(f"/en/members/{his.id}/chat")
    send(page, "Hello from an app")
    her_id = page.request.get("/api/user.php").json()["user"]["id"]
    until(lambda: [each["text"] for each in his.get("chat", profile=her_id)["messages"]] == ["Hello from an app"])

    page.goto("/en/credits")
    buy(page)
    page.goto("/en/members")
    page.get_by_role("button", name=re.compile("^Account")).click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()

    page.goto("/en/login")
    # The question about the age takes the focus when it opens, so a field is filled after its answer.
    until(lambda: page.evaluate("document.querySelector('dialog[open]') !== null"))
    enter_password(page, hers.email, PASSWORD)
    expect(page.get_by_role("link", name="Messages").first).to_be_visible()
