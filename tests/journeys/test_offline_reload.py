"""A reload without a network: the last conversations are shown, new messages wait in place and are sent once."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.journeys.conftest import check_accessibility, enter, remembered, remembers
from tests.journeys.test_chat_photo import two_members
from tests.journeys.test_journey import said, send
from tests.member import until
from tests.product import Product

IS_CACHED = """async () => {
    const loaded = performance.getEntriesByType('resource').map((entry) => entry.name)
    const assets = loaded.filter((name) => new URL(name).pathname.startsWith('/assets/'))
    const found = await Promise.all(['/index.html', ...assets].map((name) => caches.match(name)))
    return found.every(Boolean)
}"""


def test_conversations_are_there_without_a_network_and_gone_after_logging_out(
    visit: Callable[..., Page], product: Product
) -> None:
    hers, his = two_members(product)
    his.call("POST", "chat", id=his.new_id(), profile_id=hers.id, text="Good morning")
    ann = visit(phone=True)
    enter(ann, hers, "/en/members")
    # From here on the worker caches all requests of a page.
    ann.wait_for_function("() => navigator.serviceWorker.controller !== null")
    ann.goto("/en/chats")
    row = ann.get_by_role("list", name="Conversations").get_by_role("link", name=re.compile("^Bo"))
    row.click()
    expect(said(ann, "Good morning")).to_be_visible()
    until(lambda: remembers(ann))

    ann.context.set_offline(True)
    ann.reload()
    expect(said(ann, "Good morning")).to_be_visible()
    send(ann, "from the train")
    expect(ann.get_by_text("Waiting")).to_have_count(1)
    check_accessibility(ann)
    ann.get_by_role("link", name="Back to messages").click()
    expect(row).to_contain_text("Not sent yet · You: from the train")
    ann.reload()
    expect(ann.get_by_text("Saved copy from")).to_be_visible()
    expect(row).to_contain_text("Not sent yet · You: from the train")
    check_accessibility(ann)
    row.click()
    expect(ann.get_by_text("Waiting")).to_have_count(1)
    expect(said(ann, re.compile("^(You: |Bo: )?(Good morning|from the train)"))).to_have_count(2)
    assert [message["text"] for message in his.get("chat", profile=hers.id)["messages"]] == ["Good morning"]

    with ann.expect_request("**/api/stream.php*"):
        ann.context.set_offline(False)
    expect(ann.get_by_text("Waiting")).to_have_count(0)
    expect(said(ann, "from the train")).to_have_count(1)
    expect(said(ann, re.compile("· Sent$"))).to_be_visible()
    arrived = [message["text"] for message in his.get("chat", profile=hers.id)["messages"]]
    assert arrived == ["Good morning", "from the train"]

    ann.get_by_role("link", name="Back to messages").click()
    ann.get_by_role("button", name=re.compile("^Account")).click()
    ann.get_by_role("button", name="Log out").click()
    expect(ann.get_by_role("main").get_by_role("link", name="Log in")).to_be_visible()
    # Logging out cleared the worker, too; the page it leads to brings another, for the next member.
    # The index comes drawn, before its script has registered the worker: wait until that has all that the page loaded.
    ann.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    until(lambda: ann.evaluate(IS_CACHED))
    ann.context.set_offline(True)
    ann.goto("/en/chats")
    expect(ann.get_by_role("heading", name="You’re offline")).to_be_visible()
    expect(ann.get_by_role("link", name="To your messages")).to_have_count(0)
    expect(ann.get_by_text("from the train")).to_have_count(0)
    assert remembered(ann) == []
