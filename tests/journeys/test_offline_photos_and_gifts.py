"""Words, a photo and a gift made without a network wait together, and go once, in order, with one charge each."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from shared.pictures.tests.makers import jpeg

from tests.journeys.conftest import check_accessibility, enter, remembers
from tests.journeys.test_chat_photo import file, is_drawn, spent, two_members
from tests.journeys.test_journey import said
from tests.member import until
from tests.product import Product

Visit = Callable[..., Page]
# The sheets are fetched ahead, so that they open without a network, too.
FETCHED = """() => {
  const wanted = [...document.querySelectorAll('link[href*="/assets/"]')].map(({ href }) => href)
  const fetched = new Set(performance.getEntriesByType('resource').map(({ name }) => name))
  const isWanted = (part) => wanted.some((href) => href.includes(`/assets/${part}-`))
  return ['gift-sheet', 'gift-drawing'].every(isWanted) && wanted.every((href) => fetched.has(href))
}"""


def test_words_a_photo_and_a_gift_made_offline_arrive_once_and_in_order(visit: Visit, product: Product) -> None:
    hers, his = two_members(product)
    hers.become_premium()
    for _ in range(3):  # her free ones
        hers.write(his.id, "Hello")
    ann, bo = visit(phone=True), visit()
    for page, member, partner in ((ann, hers, his), (bo, his, hers)):
        with page.expect_response("**/api/gifts.php*"):
            enter(page, member, f"/en/members/{partner.id}/chat")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    # The worker caches all requests of a page from its beginning.
    with ann.expect_response("**/api/gifts.php*"):
        ann.reload()
    ann.wait_for_function(FETCHED)
    until(lambda: remembers(ann))
    before = spent(hers)

    ann.context.set_offline(True)
    ann.get_by_role("textbox", name="Message to Bo").fill("from the underground")
    ann.get_by_role("button", name="Send message").click()
    ann.get_by_role("button", name="Send a photo").click()
    photo = ann.get_by_role("dialog", name="Photo for Bo")
    expect(photo.get_by_text("you’re only charged then")).to_be_visible()
    photo.get_by_label("Choose a photo").set_input_files(file("boat.jpg", jpeg()))
    photo.get_by_label("Description").fill("Our boat at dusk")
    photo.get_by_role("button", name="Send photo").click()
    ann.get_by_role("button", name="A gift for Bo").click()
    gifts = ann.get_by_role("dialog", name="A gift for Bo")
    gifts.get_by_role("radio", name=re.compile("rose", re.I)).check()
    gifts.get_by_role("button", name="Send for 5 credits").click()
    expect(gifts).to_be_hidden()

    chat = ann.get_by_role("region", name="Chat with Bo")
    expect(chat.get_by_text("Waiting", exact=False)).to_have_count(3)
    until(lambda: is_drawn(chat.get_by_role("img", name="Our boat at dusk")))
    expect(ann.get_by_text("15 left")).to_be_visible()
    check_accessibility(ann)
    ann.reload()
    expect(chat.get_by_text("Waiting", exact=False)).to_have_count(3)
    until(lambda: is_drawn(chat.get_by_role("img", name="Our boat at dusk")))
    assert spent(hers) == before

    ann.context.set_offline(False)
    expect(said(ann, "You sent a rose")).to_be_visible()
    expect(chat.get_by_text("Waiting")).to_have_count(0)
    his_view = bo.get_by_role("region", name="Chat with Ann")
    expect(said(bo, "from the underground")).to_have_count(1)
    expect(his_view.get_by_role("button", name="Show photo")).to_have_count(1)
    expect(said(bo, "Ann sent you a rose")).to_have_count(1)
    arrived = his.get("chat", profile=hers.id)["messages"][3:]
    assert [message["kind"] for message in arrived] == ["text", "photo", "gift"]
    assert spent(hers) == [-5, -4, -2, *before]
