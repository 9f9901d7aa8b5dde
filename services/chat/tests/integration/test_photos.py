"""Photos in chat: one message and one debit each, no file left of a failed send."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from uuid import uuid4

import pytest
from chat.events.from_identity import sent_photos
from chat.tests.fakes import FakeBilling, FakeChecks
from chat.tests.photos import Send
from chat.tests.requests import upload
from chat.tests.world import PLENTY, World
from chat.usecases.settle_send import settle_send
from chat.wiring import Wiring
from shared.kit.core import Forbidden, PaymentRequired, Refusal, Unavailable
from shared.kit.core.faults import Fault, raising
from shared.kit.testing.web import Browser
from shared.pictures import VARIANTS, delete_unreferenced_media
from shared.pictures.fingerprint import FINGERPRINT_BYTES
from shared.pictures.tests.makers import jpeg


def test_a_photo_is_sent_as_a_message_at_its_own_price(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann", credits=10), world.a_member("Bo")
    world.send(bo, ann)
    browser.as_member(ann)

    answer = upload(browser, bo, jpeg())

    assert answer.status_code == 201, answer.json
    message, price = answer.json["message"], answer.json["price"]
    assert (message["kind"], message["text"], message["own"], price["balance"]) == ("photo", "From the beach", True, 6)
    assert not message["photo"]["veiled"]
    for src in ("thumb_src", "src", "large_src"):
        found = browser.get(message["photo"][src])
        assert (found.status_code, found.mimetype, found.data[:4]) == (200, "image/webp", b"RIFF")
        assert found.headers["Cache-Control"].startswith("private")
    listed = browser.get("/api/chats.php").json["chats"][0]["last_message"]
    assert listed["kind"] == "photo"


@pytest.mark.parametrize("refusal", [Forbidden("picture_blocked"), Forbidden("picture_not_allowed"), Unavailable()])
def test_a_picture_that_may_not_pass_leaves_nothing(
    world: World, browser: Browser, files: Callable[[], list[str]], checks: FakeChecks, refusal: Refusal
) -> None:
    ann, bo = world.a_member("Ann", credits=10), world.a_member("Bo")
    world.send(bo, ann)
    checks.refusal, credits = refusal, world.billing.wallet(ann).balance

    answer = upload(browser.as_member(ann), bo, jpeg())

    assert (answer.status_code, answer.json["error"]["code"]) == (refusal.status, refusal.code)
    [asked] = checks.asked
    assert (asked.draft.sender_id, asked.site, len(asked.fingerprint)) == (ann, "pairwise", FINGERPRINT_BYTES)
    assert (asked.upload[:2], asked.file[:4]) == (b"\xff\xd8", b"RIFF")
    assert files() == []
    assert browser.get("/api/chats.php").json["chats"][0]["last_message"]["kind"] == "text"
    assert world.billing.wallet(ann).balance == credits


def test_a_doubtful_picture_arrives_blurred_until_its_reader_opens_it(
    world: World, browser: Browser, checks: FakeChecks
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(bo, ann)
    checks.is_doubtful = True

    answer = upload(browser.as_member(ann), bo, jpeg())

    assert answer.status_code == 201
    sent = answer.json["message"]
    assert (sent["photo"]["veiled"], sent["photo"]["doubtful"]) == (False, True)
    read = browser.as_member(bo).get("/api/chat-photo.php", message_id=sent["id"]).json["message"]["photo"]
    assert (read["veiled"], read["doubtful"]) == (True, True)
    opened = browser.put("/api/chat-photo.php", {"message_id": sent["id"]}).json["message"]["photo"]
    assert (opened["veiled"], opened["doubtful"]) == (False, True)


def test_photos_are_stored_as_the_release_before_reads_them(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    upload(browser.as_member(ann), bo, jpeg())

    [(stored,)] = world.rows("SELECT photo FROM messages WHERE photo IS NOT NULL")
    assert {*stored} == {"media", "thumbhash", "width", "height", "is_veiled", "is_proof"}


@pytest.mark.parametrize(("content", "code"), [(b"", "photo_empty"), (b"GIF89a", "photo_wrong_type")])
def test_a_file_that_is_no_picture_costs_nothing(
    world: World, browser: Browser, files: Callable[[], list[str]], content: bytes, code: str
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    answer = upload(browser.as_member(ann), bo, content)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, code)
    assert world.billing.balances[ann] == PLENTY
    assert (files(), world.rows("SELECT 1 FROM messages")) == ([], [])


def test_twenty_at_once_are_one_photo_and_one_debit(
    world: World, billing: FakeBilling, send: Send, files: Callable[[], list[str]]
) -> None:
    ann, bo, message_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()

    with ThreadPoolExecutor(10) as threads:
        sent = list(threads.map(lambda _: send(ann, bo, message_id), range(20)))

    assert {message.photo.media for message in sent if message.photo} == {sent[0].photo and sent[0].photo.media}
    assert (list(billing.charges), billing.balances[ann]) == ([message_id], PLENTY - 4)
    assert len(files()) == len(VARIANTS)
    assert world.rows("SELECT 1 FROM loose_media") == []


def test_another_picture_under_the_same_id_is_refused(world: World, send: Send) -> None:
    ann, bo, message_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()
    send(ann, bo, message_id, b"1")

    with pytest.raises(Refusal) as refused:
        send(ann, bo, message_id, b"2")

    assert refused.value.code == "idempotency_key_reused"


def test_an_unpaid_photo_leaves_no_file(world: World, send: Send, files: Callable[[], list[str]]) -> None:
    ann, bo = world.a_member("Ann", credits=3), world.a_member("Bo")

    with pytest.raises(PaymentRequired):
        send(ann, bo)

    assert (files(), world.rows("SELECT 1 FROM loose_media"), world.billing.balances[ann]) == ([], [], 3)


@pytest.mark.parametrize(
    "where", ["chat.files.written", "chat.send.charged", "chat.send.before_commit", "chat.send.committed"]
)
def test_after_a_crash_there_is_one_photo_or_none(
    wired: Wiring, world: World, send: Send, files: Callable[[], list[str]], where: str
) -> None:
    ann, bo, message_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()
    with raising(where), pytest.raises(Fault):
        send(ann, bo, message_id)
    if message_id in world.billing.charges and not settle_send(world.unit(), message_id):
        world.billing.give_back(message_id)

    # A process that is killed clears nothing away itself: the worker does.
    world.change("UPDATE loose_media SET since = now() - interval '11 minutes'")
    delete_unreferenced_media(wired.unit_of_work, wired.media)

    posted = world.one("SELECT count(*) FROM messages")
    assert world.billing.balances[ann] == PLENTY - 4 * posted
    assert len(files()) == len(VARIANTS) * posted


def test_photos_are_in_the_copy_and_go_with_the_account(
    wired: Wiring, world: World, browser: Browser, send: Send, files: Callable[[], list[str]]
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    send(ann, bo)
    send(bo, ann)
    with world.unit() as uow:
        assert [(file.name, file.content) for file in sent_photos(uow, ann, wired)] == [("chat/photos/1.webp", b"800")]

    with world.unit() as uow:
        uow.photos.drop_all(ann)
        uow.commit()
    world.change("UPDATE loose_media SET since = now() - interval '11 minutes'")
    delete_unreferenced_media(replace(wired).unit_of_work, wired.media)

    assert len(files()) == len(VARIANTS)
    said = browser.as_member(bo).get("/api/chat.php", profile=str(ann)).json["messages"]
    assert [(message["kind"], message["photo"] is None) for message in said] == [("photo", True), ("photo", False)]


def test_the_same_picture_to_many_strangers_is_held_back(world: World, send: Send) -> None:
    ann = world.a_member("Ann")
    for _ in range(5):
        send(ann, world.a_member())

    with pytest.raises(Refusal) as refused:
        send(ann, world.a_member())

    assert refused.value.code == "same_text_to_many"
