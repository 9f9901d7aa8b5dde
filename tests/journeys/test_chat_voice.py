"""Voice messages, recorded with Chromium's microphone for tests, in two browsers."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.journeys.conftest import check_accessibility
from tests.journeys.test_chat_photo import open_chat, spent, two_members
from tests.member import until
from tests.product import Product

Visit = Callable[..., Page]


def test_a_voice_message_is_recorded_kept_sent_and_played_when_it_is_pressed(visit: Visit, product: Product) -> None:
    hers, his = two_members(product)
    ann, bo = visit(phone=True), visit()
    open_chat(ann, hers, his)
    open_chat(bo, his, hers)

    ann.get_by_role("button", name="Record a voice message").click()
    recorder = ann.get_by_role("group", name="Recording")
    expect(recorder.get_by_text("0:02 / 1:00")).to_be_visible()
    check_accessibility(ann)
    recorder.get_by_role("button", name="Stop recording").click()
    bar = ann.get_by_role("group", name="Voice message not sent yet")
    expect(bar.get_by_text("This voice message: 4 credits · 6 left")).to_be_visible()
    check_accessibility(ann)
    ann.reload()
    bar.get_by_role("button", name="Play").click()
    until(lambda: bool(bar.locator("audio").evaluate("audio => audio.currentTime > 0")))

    bar.get_by_role("button", name="Send voice message").click()
    expect(bar).to_have_count(0)
    expect(ann.get_by_role("group", name="Your voice message")).to_be_visible()
    expect(ann.get_by_role("link", name="2 credits, buy more")).to_be_visible()
    assert spent(hers) == [-4]

    chat = bo.get_by_role("region", name="Chat with Ann")
    player = chat.get_by_role("group", name="Voice message from Ann")
    expect(player).to_be_visible()
    check_accessibility(bo)
    player.get_by_role("button", name="Faster: 1.5×").click()
    player.get_by_role("slider", name="Position").focus()
    for _ in range(10):
        bo.keyboard.press("ArrowRight")
    expect(player.get_by_role("slider", name="Position")).to_have_attribute("aria-valuetext", re.compile("^0:01 / 0:0"))
    with bo.expect_response("**/sound.ogg*") as read:
        player.get_by_role("button", name="Play").click()
    assert read.value.ok
    audio = player.locator("audio")
    until(lambda: bool(audio.evaluate("audio => audio.currentTime > 1 && audio.playbackRate === 1.5")))
    assert spent(hers) == [-4]
