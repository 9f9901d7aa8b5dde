"""Photos are visible to two members only, blurred until opened, and to the desk as evidence."""

from uuid import uuid4

import pytest
from chat.domain.conversation import conversation_of
from chat.tests.photos import Send
from chat.tests.requests import fetch, photo_in
from chat.tests.world import World
from chat.usecases.remove_chat import remove_chat
from chat.usecases.show_messages import EvidenceRequest, show_messages
from chat.wiring import Wiring
from pairwise.chat.v1.events_pb2 import EvidenceViewed
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser


@pytest.fixture
def lasting_links() -> None:
    """Here links expire as they do."""


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
                uow.photos.drop_all(ann)
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
    show_messages(world.unit(), bo, EvidenceRequest(partner_id=ann, message_ids=[shown.id]))
    browser.as_member(world.a_member("Desk"), staff=True)

    assert browser.get("/api/staff-chat-photo.php", message_id=str(shown.id)).data == b"800"
    assert browser.get("/api/staff-chat-photo.php", message_id=str(other.id)).status_code == 404
    assert browser.as_member(bo).get("/api/staff-chat-photo.php", message_id=str(shown.id)).status_code == 403


def test_proof_is_shown_once_it_is_on_record_who_looks_at_it(world: World, browser: Browser, send: Send) -> None:
    ann, bo, mo = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Mo")
    shown = send(ann, bo)
    show_messages(world.unit(), bo, EvidenceRequest(partner_id=ann, message_ids=[shown.id]))
    browser.as_member(mo, staff=True)

    assert browser.get("/api/staff-chat-photo.php", message_id=str(shown.id)).status_code == 200
    [viewed] = announced(world.database, EvidenceViewed)
    assert (viewed.actor_id, viewed.message_id, viewed.pool) == (str(mo), str(shown.id), 1)
    # Nobody at the desk judges their own conversation.
    for party in (ann, bo):
        own = browser.as_member(party, staff=True).get("/api/staff-chat-photo.php", message_id=str(shown.id))
        assert (own.status_code, b"800" in own.data) == (404, False)
    staff = browser.as_member(uuid4(), staff=True, own=[bo])
    assert staff.get("/api/staff-chat-photo.php", message_id=str(shown.id)).status_code == 404
    assert len(announced(world.database, EvidenceViewed)) == 1


@pytest.mark.parametrize(("site", "host", "pool"), [("pairwise", "localhost", 1), ("iskra", "iskra.localhost", 2)])
def test_the_desk_of_a_pool_sees_the_proof_of_its_own_members_only(
    world: World, browser: Browser, send: Send, site: str, host: str, pool: int
) -> None:
    def proof(of_pool: int) -> str:
        ann, bo = world.a_member("Ann", pool=of_pool), world.a_member("Bo", pool=of_pool)
        shown = send(ann, bo, content=str(of_pool).encode())
        show_messages(world.unit(), bo, EvidenceRequest(partner_id=ann, message_ids=[shown.id]))
        return str(shown.id)

    own, foreign = proof(pool), proof(3 - pool)
    desk = browser.at(host).as_member(world.a_member("Desk", pool=pool), staff=True, site=site)

    answers = [desk.get("/api/staff-chat-photo.php", message_id=message) for message in (own, foreign)]

    assert [answer.status_code for answer in answers] == [200, 404]
