"""One writes without a network, the other's stream is cut: everything arrives once, and in order."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import remembers
from tests.journeys.test_journey import come_in, log_in, said
from tests.member import PASSWORD, Member, until
from tests.product import Product

STREAM = re.compile(r"/api/stream\.php")


SAID = ("Are you there?", "offline one", "offline two", "while he was away")


def bubbles(page: Page) -> Locator:
    """The messages in the chat, from top to bottom."""
    chat = page.get_by_role("region", name=re.compile("^Chat with"))
    return chat.get_by_role("listitem").filter(has_text=re.compile("|".join(map(re.escape, SAID))))


def stored(member: Member, partner: Member) -> list[str]:
    return [message["text"] for message in member.get("chat", profile=partner.id)["messages"]]


def test_messages_written_offline_arrive_once_and_in_order(visit: Callable[..., Page], product: Product) -> None:
    hers, his = (
        Member(product.base_url).sign_up(name, gender=gender, seeks=seeks).confirm()
        for name, gender, seeks in (("Ann", "female", "male"), ("Bo", "male", "female"))
    )
    his.call("POST", "chat", id=his.new_id(), profile_id=hers.id, text="Are you there?")
    ann, bo = visit(), visit(phone=True)
    for page, member, partner in ((ann, hers, his), (bo, his, hers)):
        come_in(page)
        log_in(page, member.email, PASSWORD)
        expect(page).to_have_url(re.compile("/members"))
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        with page.expect_request(STREAM):
            page.goto(f"/en/members/{partner.id}/chat")
        expect(said(page, "Are you there?")).to_be_visible()
    until(lambda: remembers(ann))

    ann.context.set_offline(True)
    bo.context.set_offline(True)
    field = ann.get_by_role("textbox", name=re.compile("^Message to"))
    for text in ("offline one", "offline two"):
        field.fill(text)
        ann.get_by_role("button", name="Send message").click()
        expect(said(ann, text)).to_be_visible()
    expect(ann.get_by_role("region", name=re.compile("^Chat with")).get_by_text("Waiting")).to_have_count(2)
    ann.reload()
    expect(ann.get_by_role("region", name=re.compile("^Chat with")).get_by_text("Waiting")).to_have_count(2)

    ann.context.set_offline(False)
    expect(said(ann, "offline two")).to_be_visible()
    expect(ann.get_by_text("Waiting")).to_have_count(0)
    # A message that is on its way waits no more, and the order is the server's.
    until(lambda: stored(his, hers) == list(SAID[:3]))
    hers.call("POST", "chat", id=hers.new_id(), profile_id=his.id, text="while he was away")
    with bo.expect_request(STREAM):
        bo.context.set_offline(False)

    expect(said(bo, "while he was away")).to_be_visible()
    expect(said(ann, "while he was away")).to_be_visible()
    assert stored(his, hers) == list(SAID)
    for page in (ann, bo):
        expect(bubbles(page)).to_contain_text(SAID)
