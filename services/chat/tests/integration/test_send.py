from typing import Any
from uuid import UUID, uuid4, uuid5

import pytest
from chat.domain.conversation import conversation_of
from chat.tests.fakes import FakeBilling
from chat.tests.world import World
from chat.usecases.settle_send import settle_send
from pairwise.chat.v1.events_pb2 import ConversationStarted, MessageSent
from shared.kit.core import NotFound
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser


def a_body(profile_id: UUID, **changes: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "profile_id": str(profile_id), "text": "hello", **changes}


def test_a_message_is_charged_posted_and_delivered(world: World, browser: Browser, database: Database) -> None:
    ann, bo = world.a_member("Ann", credits=6), world.a_member("Bo")

    answer = browser.as_member(ann).post("/api/chat.php", a_body(bo))

    assert answer.status_code == 201
    message = answer.json["message"]
    assert (message["seq"], message["own"], message["kind"], message["text"]) == (1, True, "text", "hello")
    assert message["sent_at"].endswith("Z")
    assert answer.json["conversation"] == {"id": str(conversation_of(bo, ann))}
    assert answer.json["price"] == {"credits": 2, "free_messages_left": 0, "balance": 4, "wallet_version": 2}
    [sent], [started] = announced(database, MessageSent), announced(database, ConversationStarted)
    assert (sent.message_id, sent.seq, sent.recipient_id) == (message["id"], 1, str(bo))
    assert (started.starter_id, started.partner_id) == (str(ann), str(bo))


def test_a_retry_gets_the_same_answer_and_posts_nothing(
    world: World, browser: Browser, database: Database, billing: FakeBilling
) -> None:
    ann, bo = world.a_member("Ann", credits=6), world.a_member("Bo")
    body = a_body(bo)
    first = browser.as_member(ann).post("/api/chat.php", body)
    browser.post("/api/chat.php", a_body(bo))
    billing.is_down = True

    again = browser.post("/api/chat.php", body)

    assert (again.status_code, again.json) == (201, first.json)
    assert len(announced(database, MessageSent)) == 2


@pytest.mark.parametrize("changes", [{"text": "other words"}, {"profile_id": "another"}])
def test_an_id_with_another_body_is_refused(world: World, browser: Browser, changes: dict[str, str]) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    if "profile_id" in changes:
        changes = {"profile_id": str(world.a_member("Cas"))}
    body = a_body(bo)
    browser.as_member(ann).post("/api/chat.php", body)

    answer = browser.post("/api/chat.php", {**body, **changes})

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "idempotency_key_reused")


def test_nobody_can_ask_for_the_answer_to_anothers_message(world: World, browser: Browser) -> None:
    ann, bo, eve = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Eve")
    body = a_body(bo)
    browser.as_member(ann).post("/api/chat.php", body)

    answer = browser.as_member(eve).post("/api/chat.php", body)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "idempotency_key_reused")


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"text": ""}, 422, "message_empty"),
        ({"text": " \n\t\u200b\u00a0"}, 422, "message_empty"),
        *(({"text": text}, 422, "message_empty") for text in ("\ufe0f", "\u0301", "\U000e0061", "\u3164\u200d")),
        ({"text": "x" * 1001}, 422, "message_too_long"),
        ({"text": 5}, 422, "validation_failed"),
        ({"text": "a\x00b"}, 400, "malformed_request"),
        ({"id": "no id"}, 422, "validation_failed"),
        ({"profile_id": str(uuid4())}, 404, "not_found"),
        ({"price": 0}, 422, "validation_failed"),
    ],
)
def test_bad_input_gets_its_error_and_costs_nothing(
    world: World, browser: Browser, billing: FakeBilling, changes: dict[str, Any], status: int, code: str
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    answer = browser.as_member(ann).post("/api/chat.php", {**a_body(bo), **changes})

    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    assert billing.charges == {}


def test_a_message_as_long_as_the_site_allows_is_sent(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    assert browser.as_member(ann).post("/api/chat.php", a_body(bo, text="é😀" * 500)).status_code == 201


def test_nobody_writes_to_themselves(world: World, browser: Browser) -> None:
    ann = world.a_member("Ann")

    assert browser.as_member(ann).post("/api/chat.php", a_body(ann)).status_code == 404


def test_without_credits_nothing_is_posted(world: World, browser: Browser, database: Database) -> None:
    ann, bo = world.a_member("Ann", credits=1), world.a_member("Bo")

    answer = browser.as_member(ann).post("/api/chat.php", a_body(bo))

    assert (answer.status_code, answer.json["error"]["code"]) == (402, "not_enough_credits")
    assert announced(database, MessageSent) == []


def test_with_billing_down_nothing_is_posted_and_the_same_id_may_be_sent_again(
    world: World, browser: Browser, billing: FakeBilling
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    body, billing.is_down = a_body(bo), True

    refused = browser.as_member(ann).post("/api/chat.php", body)

    assert (refused.status_code, refused.json["error"]["code"]) == (503, "unavailable")
    assert "Retry-After" in refused.headers
    billing.is_down = False
    assert browser.post("/api/chat.php", body).status_code == 201


def test_blocked_pairs_do_not_write_to_each_other(world: World, browser: Browser, billing: FakeBilling) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.block(bo, ann)

    blocked = browser.as_member(ann).post("/api/chat.php", a_body(bo))
    blocker = browser.as_member(bo).post("/api/chat.php", a_body(ann))

    assert (blocked.status_code, blocked.json["error"]["code"]) == (403, "blocked")
    assert blocked.json["error"]["message"] == "You’re blocked by Bo"
    assert (blocker.status_code, blocker.json["error"]["code"]) == (403, "blocked_by_you")
    assert billing.charges == {}


def test_a_member_who_is_gone_is_unavailable_to_partners_and_unknown_to_others(world: World, browser: Browser) -> None:
    ann, bo, cas = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Cas")
    world.send(ann, bo)
    world.delete(bo)

    partner = browser.as_member(ann).post("/api/chat.php", a_body(bo))
    stranger = browser.as_member(cas).post("/api/chat.php", a_body(bo))

    assert (partner.status_code, partner.json["error"]["code"]) == (409, "partner_unavailable")
    assert (stranger.status_code, stranger.json["error"]["code"]) == (404, "not_found")


def test_partners_reply_once_the_starter_has_confirmed(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann", confirmed=False), world.a_member("Bo", confirmed=False)
    world.send(ann, bo)
    world.send(ann, bo)

    refused = browser.as_member(bo).post("/api/chat.php", a_body(ann))
    with world.unit() as uow:
        uow.members.confirm(ann)
        uow.commit()

    assert (refused.status_code, refused.json["error"]["code"]) == (409, "partner_not_confirmed")
    assert browser.post("/api/chat.php", a_body(ann)).status_code == 201


def test_a_free_member_starts_two_conversations_and_replies_without_limit(world: World, browser: Browser) -> None:
    ann, writer = world.a_member("Ann", premium=False), world.a_member("Writer")
    partners = [world.a_member() for _ in range(3)]
    world.send(writer, ann)
    browser.as_member(ann)

    answers = [browser.post("/api/chat.php", a_body(partner)) for partner in partners]

    assert [answer.status_code for answer in answers] == [201, 201, 403]
    assert answers[2].json["error"]["code"] == "premium_required"
    assert browser.post("/api/chat.php", a_body(partners[0])).status_code == 201
    assert browser.post("/api/chat.php", a_body(writer)).status_code == 201
    assert browser.as_member(ann, premium=True).post("/api/chat.php", a_body(partners[2])).status_code == 201


def test_a_sender_not_projected_yet_can_write_and_is_counted(world: World, billing: FakeBilling) -> None:
    newcomer, bo = uuid4(), world.a_member("Bo")
    billing.give(newcomer, 10)

    world.send(newcomer, bo)

    assert world.one("SELECT conversations_started FROM members WHERE member_id = :id", id=newcomer) == 1


def test_members_of_other_sites_cannot_be_written_to(world: World) -> None:
    ann, zofia = world.a_member(), world.a_member("Zofia", pool=2)

    with pytest.raises(NotFound):
        world.send(ann, zofia)


def test_the_reader_is_warned_and_the_writer_is_not(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo, "Send me money, my number is +31 6 1234 5678")

    def hints_for(member: UUID, partner: UUID) -> list[str]:
        chat = browser.as_member(member).get("/api/chat.php", profile=str(partner)).json
        return list(chat["messages"][0]["hints"])

    assert hints_for(bo, ann) == ["money", "phone"]
    assert hints_for(ann, bo) == []


def test_an_id_that_is_not_random_is_refused(world: World, browser: Browser, billing: FakeBilling) -> None:
    ann, bo = world.a_member("Ann", credits=6), world.a_member("Bo")

    answer = browser.as_member(ann).post("/api/chat.php", a_body(bo, id=str(uuid5(uuid4(), "refund"))))

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")
    assert billing.charges == {}


def test_who_reads_a_message_can_do_nothing_with_its_id(
    world: World, browser: Browser, database: Database, billing: FakeBilling
) -> None:
    ann, bo = world.a_member("Ann", credits=6), world.a_member("Bo", credits=6)
    body = a_body(bo)
    browser.as_member(ann).post("/api/chat.php", body)
    charges, sent = dict(billing.charges), len(announced(database, MessageSent))

    for other in (a_body(ann, id=body["id"]), a_body(ann, id=body["id"], text="another")):
        answer = browser.as_member(bo).post("/api/chat.php", other)
        assert (answer.status_code, answer.json["error"]["code"]) == (422, "idempotency_key_reused")

    assert (billing.charges, len(announced(database, MessageSent))) == (charges, sent)
    assert settle_send(world.unit(), UUID(body["id"])) is True, "the message of its sender stays posted"
    assert world.one("SELECT unread FROM participations WHERE member_id = :bo", bo=bo) == 1
    assert browser.as_member(ann).post("/api/chat.php", body).status_code == 201
