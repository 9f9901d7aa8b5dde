"""Translations in a browser: allowed once, below the original, with a service that answers, fails or is slow."""

from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import check_accessibility
from tests.journeys.test_chat_photo import open_chat, two_members
from tests.product import Product

DUTCH = "Wat doe je op zondag, en hoe is het met je?"
ENGLISH = f"[en] {DUTCH}"
Behave = Callable[..., None]


@pytest.fixture
def behave(product: Product) -> Iterator[Behave]:
    def behave(**behaviour: int) -> None:
        httpx.post(f"{product.base_url}/dev/translator/behaviour", json=behaviour).raise_for_status()

    yield behave
    behave()


def test_a_chat_is_read_in_two_languages(visit: Callable[..., Page], product: Product, behave: Behave) -> None:
    hers, his = two_members(product)
    his.write(hers.id, DUTCH)
    page = visit(phone=True)
    open_chat(page, hers, his)
    chat = page.get_by_role("region", name="Chat with Bo")

    chat.get_by_role("button", name="Translate", exact=True).click()
    sheet = page.get_by_role("dialog", name="Translate with LibreTranslate")
    expect(sheet).to_contain_text("run by Pairwise B.V. (Netherlands, translate.pairwise.example)")
    check_accessibility(page)
    behave(answers=500)
    sheet.get_by_role("button", name="Translate messages").click()
    expect(chat.get_by_text("Not translated: our translation service doesn’t answer")).to_be_visible()
    expect(chat.get_by_text(DUTCH, exact=True)).to_be_visible()
    check_accessibility(page)

    behave(slow_ms=1_500)
    chat.get_by_role("button", name="Try again").click()
    expect(chat.get_by_text("Translating…")).to_be_visible()
    # The chat stays usable while the service thinks.
    page.get_by_role("textbox", name="Message to Bo").fill("Op zondag fiets ik")
    page.get_by_role("button", name="Send message").click()
    expect(chat.get_by_text("Op zondag fiets ik")).to_be_visible()
    expect(chat.get_by_text(ENGLISH)).to_be_visible()
    expect(chat.get_by_text(ENGLISH)).to_have_attribute("lang", "en")
    check_accessibility(page)

    behave()
    page.get_by_role("button", name="About this chat").click()
    page.get_by_role("button", name="Translate this chat").click()
    his.write(hers.id, "Ik heb een hond, en jij? Wat is het weer daar?")
    expect(chat.get_by_text("[en] Ik heb een hond, en jij? Wat is het weer daar?")).to_be_visible()

    page.reload()
    expect(chat.get_by_text(ENGLISH)).to_be_visible()
    # The writer learns nothing of it.
    assert "translat" not in str(his.get("chat", profile=hers.id)["messages"])
