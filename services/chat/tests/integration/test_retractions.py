"""Messages that their sender takes back: gone for both, sealed as evidence for a while, and still paid for."""

from functools import partial
from uuid import UUID, uuid4

import pytest
from chat.audit import audit
from chat.domain.conversation import conversation_of
from chat.domain.message import Draft, Reaction
from chat.events.from_identity import erase_member, sent_photos
from chat.storage.data_inventory import DATA_INVENTORY, messages_of
from chat.tests.photos import Send
from chat.tests.requests import chats_of, fetch, photo_in
from chat.tests.streams import Live
from chat.tests.together import outcomes_of
from chat.tests.world import PLENTY, World
from chat.usecases.delete_old_retractions import DAYS, delete_old_retractions
from chat.usecases.react import react
from chat.usecases.retract_message import retract_message
from chat.usecases.show_messages import EvidenceRequest, show_messages
from chat.wiring import Wiring
from pairwise.identity.v1.events_pb2 import MemberErased
from shared.kit.core import NotFound
from shared.kit.testing.web import Browser
from werkzeug.test import TestResponse

SECRET = "Come to 12 Rose Lane"


def take_back(browser: Browser, member: UUID, message_id: UUID) -> TestResponse:
    return browser.as_member(member).delete("/api/chat-message.php", {"message_id": str(message_id)})


def make_old(world: World, minutes: int) -> None:
    world.change("UPDATE messages SET sent_at = sent_at - make_interval(mins => :minutes)", minutes=minutes)


def test_both_see_that_something_was_taken_back_and_nobody_reads_it(world: World, browser: Browser, live: Live) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo, SECRET)

    with live.page(ann) as sender, live.page(bo) as reader:
        answer = take_back(browser, ann, message.id)
        reported = [page.next() for page in (sender, reader)]

    assert answer.status_code == 200, answer.text
    for page in reported:
        assert (page.name, page.data["message"]["retracted"], page.data["message"]["text"]) == ("updated", True, "")
    for viewer, partner in ((ann, bo), (bo, ann)):
        read = browser.as_member(viewer).get("/api/chat.php", profile=str(partner))
        [shown] = read.json["messages"]
        assert (shown["retracted"], shown["text"], shown["hints"], shown["retractable_until"]) == (True, "", [], None)
        assert chats_of(browser, viewer)["chats"][0]["last_message"]["retracted"]
        assert SECRET not in read.text + str(chats_of(browser, viewer))


def test_nothing_is_refunded_and_it_stays_counted(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)

    take_back(browser, ann, message.id)

    assert world.billing.balances[ann] == PLENTY - 2
    assert chats_of(browser, bo)["total_unread_messages"] == 1
    assert audit(world.database.dsn)["ok"]


def test_a_repeat_changes_nothing_however_parallel(world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo, SECRET)

    outcomes = outcomes_of([lambda: retract_message(world.unit(), ann, message.id) for _ in range(8)])

    assert all(outcome.retracted_at == outcomes[0].retracted_at for outcome in outcomes)
    assert world.rows("SELECT text FROM retracted_contents") == [(SECRET,)]
    assert world.one("SELECT count(*) FROM feed WHERE kind = 'updated'") == 2


def test_a_reaction_and_taking_back_end_without_a_reaction(world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    for _ in range(10):
        message = world.send(ann, bo)
        reacting = partial(react, world.unit(), bo, message.id, Reaction.HEART)
        outcomes_of([reacting, partial(retract_message, world.unit(), ann, message.id)])

    assert world.rows("SELECT 1 FROM reactions") == []
    assert world.one("SELECT count(*) FROM messages WHERE retracted_at IS NULL") == 0


def test_a_retry_of_the_send_posts_it_no_second_time(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    body = {"id": str(uuid4()), "profile_id": str(bo), "text": SECRET}
    browser.as_member(ann).post("/api/chat.php", body)
    take_back(browser, ann, UUID(body["id"]))

    again = browser.as_member(ann).post("/api/chat.php", body)

    assert (again.status_code, again.json["message"]["retracted"], again.json["message"]["text"]) == (201, True, "")
    assert world.one("SELECT count(*) FROM messages") == 1


@pytest.mark.parametrize(("minutes", "status"), [(14, 200), (16, 409)])
def test_the_time_is_stated_and_kept(world: World, browser: Browser, minutes: int, status: int) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)
    make_old(world, minutes)

    answer = take_back(browser, ann, message.id)

    assert answer.status_code == status
    if status == 409:
        assert answer.json["error"]["code"] == "too_late_to_take_back"


def test_a_gift_stays(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    gift = world.give(ann, bo)

    answer = take_back(browser, ann, gift.id)

    assert (answer.status_code, answer.json["error"]["code"]) == (409, "gift_stays")
    assert browser.as_member(ann).get("/api/chat.php", profile=str(bo)).json["messages"][0]["retractable_until"] is None


def test_only_its_sender_takes_it_back(world: World, browser: Browser) -> None:
    ann, bo, eve = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Eve")
    message = world.send(ann, bo)

    for member, message_id in ((bo, message.id), (eve, message.id), (ann, uuid4())):
        answer = take_back(browser, member, message_id)
        assert (answer.status_code, answer.json["error"]["code"]) == (404, "not_found")
    assert take_back(browser, ann, message.id).status_code == 200


@pytest.mark.parametrize("body", [{}, {"message_id": "x"}, {"message_id": None}])
def test_a_question_that_makes_no_sense_is_refused(world: World, browser: Browser, body: dict[str, object]) -> None:
    answer = browser.as_member(world.a_member()).delete("/api/chat-message.php", body)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")


def test_across_a_block_nothing_changes_and_to_one_who_left_it_does(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    message = world.send(ann, bo)
    world.block(bo, ann)
    assert take_back(browser, ann, message.id).status_code == 403

    world.unblock(bo, ann)
    world.delete(bo)

    assert take_back(browser, ann, message.id).status_code == 200


def test_it_is_neither_quoted_nor_answered_nor_reacted_to(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    question = world.send(ann, bo, SECRET)
    world.send_draft(Draft(uuid4(), bo, ann, "Where?", reply_to=question.id))
    take_back(browser, ann, question.id)

    read = browser.as_member(bo).get("/api/chat.php", profile=str(ann))
    answer = {"id": str(uuid4()), "profile_id": str(ann), "text": "Yes", "reply_to": str(question.id)}
    answered = browser.post("/api/chat.php", answer)
    reacted = browser.put("/api/chat-reaction.php", {"message_id": str(question.id), "reaction": "heart"})

    assert [(message["is_reply"], message["quote"]) for message in read.json["messages"]] == [
        (False, None),
        (True, None),
    ]
    assert SECRET not in read.text
    for refused in (answered, reacted):
        assert (refused.status_code, refused.json["error"]["code"]) == (409, "message_taken_back")


def test_the_links_of_a_photo_die_at_once(world: World, browser: Browser, send: Send) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(bo, ann)
    photo = send(ann, bo)
    src = photo_in(browser, bo, ann)["src"]
    assert fetch(browser, bo, src) == 200

    assert take_back(browser, ann, photo.id).status_code == 200

    assert fetch(browser, bo, src) == 404


def test_it_is_still_evidence(wired: Wiring, world: World, browser: Browser, send: Send) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    words, photo = world.send(ann, bo, SECRET), send(ann, bo)
    for message in (words, photo):
        take_back(browser, ann, message.id)

    shown = show_messages(world.unit(), bo, EvidenceRequest(partner_id=ann, message_ids=[words.id, photo.id]))
    newest = show_messages(world.unit(), bo, EvidenceRequest(partner_id=ann, is_newest=True))

    assert [(message.text, message.retracted_at is not None) for message in shown.messages] == [
        (SECRET, True),
        ("", True),
    ]
    assert [message.text for message in newest.messages] == [SECRET, ""]
    at_the_desk = browser.as_member(uuid4(), staff=True).get("/api/staff-chat-photo.php", message_id=str(photo.id))
    assert at_the_desk.data == b"800"
    # To the members themselves it is shown by nothing.
    assert SECRET not in browser.as_member(bo).get("/api/chat.php", profile=str(ann)).text


def test_sealed_contents_end_with_their_term_and_their_files_too(world: World, browser: Browser, send: Send) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    words, photo, proof = world.send(ann, bo, SECRET), send(ann, bo), send(ann, bo)
    for message in (words, photo, proof):
        take_back(browser, ann, message.id)
    show_messages(world.unit(), bo, EvidenceRequest(partner_id=ann, message_ids=[proof.id]))
    assert delete_old_retractions(world.unit) == 0

    world.change("UPDATE retracted_contents SET retracted_at = now() - make_interval(days => :days)", days=DAYS + 1)

    assert delete_old_retractions(world.unit) == 2
    assert world.rows("SELECT message_id FROM retracted_contents") == [(proof.id,)]
    assert world.rows("SELECT media FROM loose_media") == [(photo.photo.media,)] if photo.photo else False


def test_the_copy_of_its_sender_has_it_and_that_of_its_reader_not(
    wired: Wiring, world: World, browser: Browser, send: Send
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    for message in (world.send(ann, bo, SECRET), send(ann, bo)):
        take_back(browser, ann, message.id)

    with world.unit() as uow:
        read = messages_of(uow.session, bo)
        photos = list(sent_photos(uow, ann, wired))

    assert [message["text"] for message in read] == ["", ""]
    assert len(photos) == 1
    assert {record.table for record in DATA_INVENTORY} >= {"reactions", "retracted_contents"}


def test_an_erasure_takes_sealed_contents_and_reactions(world: World, browser: Browser, send: Send) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    theirs = world.send(bo, ann)
    react(world.unit(), ann, theirs.id, Reaction.HEART)
    for message in (world.send(ann, bo, SECRET), send(ann, bo)):
        take_back(browser, ann, message.id)

    with world.unit() as uow:
        erase_member(uow, MemberErased(member_id=str(ann)), None)  # type: ignore[arg-type]
        uow.commit()

    assert world.rows("SELECT 1 FROM retracted_contents") == world.rows("SELECT 1 FROM reactions") == []
    assert world.one("SELECT count(*) FROM loose_media") == 1
    with pytest.raises(NotFound):
        show_messages(world.unit(), bo, EvidenceRequest(conversation_id=conversation_of(uuid4(), bo), is_newest=True))
