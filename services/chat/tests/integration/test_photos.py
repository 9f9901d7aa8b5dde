"""Photos in chat: one message and one debit each, nothing left of what failed, nothing clear before it is opened."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import pytest
from chat.domain.conversation import conversation_of
from chat.domain.message import Draft, Kind, Message
from chat.tests.fakes import FakeBilling, FakeChecks
from chat.tests.world import LIMITS, PLENTY, World
from chat.usecases.remove_chat import remove_chat
from chat.usecases.send_photo import Darkroom, send_photo
from chat.usecases.settle_send import settle_send
from chat.usecases.show_messages import Asked, show_messages
from chat.wiring import Wiring
from chat.worker.on_member_erased import before_erasing
from chat.worker.photos_of import photos_of
from pictures import VARIANTS, Developed, clear_loose_media
from pictures.fingerprint import FINGERPRINT_BYTES
from pictures.tests.makers import jpeg
from servicekit.errors import Forbidden, PaymentRequired, Refusal, Unavailable
from servicekit.faults import Fault, raising
from servicekit.testing.web import Browser
from werkzeug.test import TestResponse

MADE = Developed({variant: variant.encode() for variant in VARIANTS}, "1QcSHQRnh493V4dIh4eXh1h4kJUI", 40.0, 800, 600)
Send = Callable[..., Message]


@pytest.fixture
def files(wired: Wiring) -> Callable[[], list[str]]:
    folder = Path(urlsplit(wired.settings.media_url).path)
    for path in folder.rglob("*.webp"):
        path.unlink()
    return lambda: sorted(path.name for path in folder.rglob("*.webp"))


@pytest.fixture
def send(wired: Wiring, world: World, files: Callable[[], list[str]]) -> Send:
    """Sends a photo without really making one."""

    def send(sender: UUID, recipient: UUID, message_id: UUID | None = None, content: bytes = b"1") -> Message:
        room = Darkroom(world.unit, wired.media, lambda _: MADE, FakeChecks())
        draft = Draft(message_id or uuid4(), sender, recipient, "", Kind.PHOTO, picture_hash=content)
        return send_photo(room, world.billing, LIMITS, draft, content)[0]

    return send


def upload(browser: Browser, recipient: UUID, content: bytes, message_id: UUID | None = None) -> TestResponse:
    fields = {"id": str(message_id or uuid4()), "profile_id": str(recipient), "text": "From the beach"}
    return browser.upload("/api/chat-photo.php", fields, photo=content)


def photo_in(browser: Browser, viewer: UUID, partner: UUID) -> dict[str, object]:
    said = browser.as_member(viewer).get("/api/chat.php", profile=str(partner)).json["messages"]
    [photo] = [message["photo"] for message in said if message["kind"] == "photo"]
    return dict(photo)


def fetch(browser: Browser, viewer: UUID, src: object) -> int:
    return int(browser.as_member(viewer).get(str(src)).status_code)


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


@pytest.mark.parametrize("refusal", [Forbidden("picture_blocked"), Unavailable()])
def test_a_picture_that_may_not_pass_leaves_nothing(
    world: World, browser: Browser, files: Callable[[], list[str]], checks: FakeChecks, refusal: Refusal
) -> None:
    ann, bo = world.a_member("Ann", credits=10), world.a_member("Bo")
    world.send(bo, ann)
    checks.refusal, credits = refusal, world.billing.wallet(ann).balance

    answer = upload(browser.as_member(ann), bo, jpeg())

    assert (answer.status_code, answer.json["error"]["code"]) == (refusal.status, refusal.code)
    assert [member for member, fingerprint in checks.asked if len(fingerprint) == FINGERPRINT_BYTES] == [ann]
    assert files() == []
    assert browser.get("/api/chats.php").json["chats"][0]["last_message"]["kind"] == "text"
    assert world.billing.wallet(ann).balance == credits


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


def test_what_cannot_be_paid_leaves_no_file(world: World, send: Send, files: Callable[[], list[str]]) -> None:
    ann, bo = world.a_member("Ann", credits=3), world.a_member("Bo")

    with pytest.raises(PaymentRequired):
        send(ann, bo)

    assert (files(), world.rows("SELECT 1 FROM loose_media"), world.billing.balances[ann]) == ([], [], 3)


@pytest.mark.parametrize(
    "where", ["chat.photo.written", "chat.send.charged", "chat.send.before_commit", "chat.send.committed"]
)
def test_whatever_dies_there_is_one_photo_or_none(
    wired: Wiring, world: World, send: Send, files: Callable[[], list[str]], where: str
) -> None:
    ann, bo, message_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()
    with raising(where), pytest.raises(Fault):
        send(ann, bo, message_id)
    if message_id in world.billing.charges and not settle_send(world.unit(), message_id):
        world.billing.give_back(message_id)

    # A process that is killed clears nothing away itself: the worker does.
    world.change("UPDATE loose_media SET since = now() - interval '11 minutes'")
    clear_loose_media(wired.unit_of_work, wired.media)

    posted = world.one("SELECT count(*) FROM messages")
    assert world.billing.balances[ann] == PLENTY - 4 * posted
    assert len(files()) == len(VARIANTS) * posted


def test_a_strangers_photo_is_blurred_until_it_is_opened(world: World, browser: Browser, send: Send) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = send(ann, bo)

    own, theirs = photo_in(browser, ann, bo), photo_in(browser, bo, ann)

    assert (own["veiled"], theirs["veiled"], theirs["thumbhash"]) == (False, True, None)
    assert {theirs[name] for name in ("thumb_src", "src", "large_src")} == {theirs["src"]}
    assert browser.as_member(bo).get(str(theirs["src"])).data == b"locked"
    # Not by the link of the sender, nor by one made up from it.
    assert fetch(browser, bo, own["src"]) == 404
    assert fetch(browser, bo, str(theirs["src"]).replace("locked", "800")) == 404

    opened = browser.as_member(bo).put("/api/chat-photo.php", {"message_id": str(message.id)}).json["message"]["photo"]
    assert not opened["veiled"]
    assert browser.get(opened["large_src"]).data == b"800"
    assert photo_in(browser, bo, ann)["veiled"] is False


def test_even_a_genuine_link_to_the_clear_file_shows_nothing_before(
    wired: Wiring, world: World, browser: Browser, send: Send
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = send(ann, bo)

    assert fetch(browser, bo, wired.links.fresh(message.id, "800", bo)) == 404
    assert fetch(browser, bo, wired.links.fresh(message.id, "locked", bo)) == 200


def test_between_two_who_write_nothing_is_blurred(world: World, browser: Browser, send: Send) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(bo, ann)

    send(ann, bo)

    assert photo_in(browser, bo, ann)["veiled"] is False


@pytest.mark.parametrize("why", ["is blocked", "blocks", "is deleted", "is hidden", "removed the chat", "is erased"])
def test_links_that_are_out_die_at_once(world: World, browser: Browser, send: Send, why: str) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(bo, ann)
    send(ann, bo)
    src = photo_in(browser, bo, ann)["src"]
    assert fetch(browser, bo, src) == 200

    match why:
        case "is blocked":
            world.block(ann, bo)
        case "blocks":
            world.block(bo, ann)
        case "is deleted":
            world.delete(ann)
        case "is hidden":
            world.moderate(ann)
        case "removed the chat":
            remove_chat(world.unit(), bo, conversation_of(ann, bo))
        case _:
            with world.unit() as uow:
                before_erasing(uow, ann)
                uow.commit()

    assert fetch(browser, bo, src) == 404


def test_a_link_is_for_one_member_and_a_short_time(wired: Wiring, world: World, browser: Browser, send: Send) -> None:
    ann, bo, eve = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Eve")
    world.send(bo, ann)
    message = send(ann, bo)
    src = str(photo_in(browser, bo, ann)["src"])

    assert fetch(browser, eve, src) == 404
    assert fetch(browser, eve, wired.links.fresh(message.id, "400", eve)) == 404
    assert fetch(browser, bo, src[:-1] + ("A" if src[-1] != "A" else "B")) == 404
    expired = wired.links.link(message.id, "400", bo, message.sent_at.replace(year=2020))
    assert fetch(browser, bo, expired) == 404
    for method in ("get", "put"):
        asked = {"message_id": str(message.id)}
        call = browser.as_member(eve).get if method == "get" else None
        answer = call("/api/chat-photo.php", **asked) if call else browser.put("/api/chat-photo.php", asked)
        assert answer.status_code == 404


def test_the_desk_sees_what_a_complaint_brought_and_nothing_else(world: World, browser: Browser, send: Send) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    shown, other = send(ann, bo), send(ann, bo, content=b"2")
    show_messages(world.unit(), bo, Asked(partner_id=ann, message_ids=[shown.id]))
    browser.as_member(world.a_member("Desk"), staff=True)

    assert browser.get("/api/staff-chat-photo.php", message_id=str(shown.id)).data == b"800"
    assert browser.get("/api/staff-chat-photo.php", message_id=str(other.id)).status_code == 404
    assert browser.as_member(bo).get("/api/staff-chat-photo.php", message_id=str(shown.id)).status_code == 403


@pytest.mark.parametrize(("site", "host", "pool"), [("pairwise", "localhost", 1), ("iskra", "iskra.localhost", 2)])
def test_the_desk_of_a_pool_sees_the_proof_of_its_own_members_only(
    world: World, browser: Browser, send: Send, site: str, host: str, pool: int
) -> None:
    def proof(of_pool: int) -> str:
        ann, bo = world.a_member("Ann", pool=of_pool), world.a_member("Bo", pool=of_pool)
        shown = send(ann, bo, content=str(of_pool).encode())
        show_messages(world.unit(), bo, Asked(partner_id=ann, message_ids=[shown.id]))
        return str(shown.id)

    own, foreign = proof(pool), proof(3 - pool)
    desk = browser.at(host).as_member(world.a_member("Desk", pool=pool), staff=True, site=site)

    answers = [desk.get("/api/staff-chat-photo.php", message_id=message) for message in (own, foreign)]

    assert [answer.status_code for answer in answers] == [200, 404]


def test_photos_are_in_the_copy_and_go_with_the_account(
    wired: Wiring, world: World, browser: Browser, send: Send, files: Callable[[], list[str]]
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    send(ann, bo)
    send(bo, ann)
    with world.unit() as uow:
        assert [(file.name, file.content) for file in photos_of(wired)(uow, ann)] == [("chat/photos/1.webp", b"800")]

    with world.unit() as uow:
        before_erasing(uow, ann)
        uow.commit()
    world.change("UPDATE loose_media SET since = now() - interval '11 minutes'")
    clear_loose_media(replace(wired).unit_of_work, wired.media)

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
