"""Gifts and opening lines: sent, charged and told like any message, each at its own price."""

from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from chat.audit import audit
from chat.domain.message import Draft
from chat.errors import IcebreakerTooLate, SendWithdrawn
from chat.storage.data_inventory import messages_of
from chat.tests.fakes import FakeBilling
from chat.tests.integration.test_crashes import POINTS, settle
from chat.tests.together import outcomes_of
from chat.tests.world import PLENTY, World
from chat.usecases.settle_send import settle_send
from chat.usecases.show_messages import EvidenceRequest, show_messages
from pairwise.chat.v1.events_pb2 import MessageSent
from shared.kit.core.faults import Fault, raising
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser
from sqlalchemy.orm import Session


def a_gift(profile_id: UUID, **changes: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "profile_id": str(profile_id), "kind": "gift", "gift": "rose", **changes}


def a_line(profile_id: UUID, **changes: Any) -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "profile_id": str(profile_id),
        "text": "Tea or coffee?",
        "icebreaker": "coffee",
    } | changes


def test_a_gift_is_charged_posted_and_delivered(world: World, browser: Browser, database: Database) -> None:
    ann, bo = world.a_member("Ann", credits=6), world.a_member("Bo")

    answer = browser.as_member(ann).post("/api/chat.php", a_gift(bo, text="For you"))

    assert answer.status_code == 201
    message = answer.json["message"]
    assert (message["kind"], message["gift"], message["text"]) == ("gift", "rose", "For you")
    assert answer.json["price"]["balance"] == 1
    [sent] = announced(database, MessageSent)
    assert (sent.kind, sent.purpose, sent.item) == ("gift", "gift", "rose")
    [chat] = browser.as_member(bo).get("/api/chats.php").json["chats"]
    assert (chat["last_message"]["kind"], chat["last_message"]["gift"], chat["num_unread_messages"]) == (
        "gift",
        "rose",
        1,
    )
    [read] = browser.get("/api/chat.php", profile=str(ann)).json["messages"]
    assert (read["own"], read["gift"]) == (False, "rose")


def test_a_gift_needs_no_words(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    assert browser.as_member(ann).post("/api/chat.php", a_gift(bo)).json["message"]["text"] == ""


def test_twenty_times_the_same_gift_at_once_is_one_gift_and_one_debit(world: World, billing: FakeBilling) -> None:
    ann, bo, gift_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()

    posted = outcomes_of([partial(world.give, ann, bo, "rose", gift_id)] * 20)

    assert len({message.seq for message in posted}) == 1
    assert world.one("SELECT count(*) FROM messages") == 1
    assert billing.balances[ann] == PLENTY - 5


@pytest.mark.parametrize(
    "changes",
    [{"gift": "coffee"}, {"text": "with words"}, {"kind": "text", "gift": None, "text": "hello"}],
    ids=["another", "words", "text"],
)
def test_the_id_of_a_gift_is_for_nothing_else(world: World, browser: Browser, changes: dict[str, Any]) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    body = a_gift(bo)
    browser.as_member(ann).post("/api/chat.php", body)

    answer = browser.post("/api/chat.php", {key: value for key, value in (body | changes).items() if value is not None})

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "idempotency_key_reused")


@pytest.mark.parametrize(
    "changes",
    [
        {"gift": "yacht"},
        {"gift": None},
        {"kind": "text", "text": "hello"},
        {"kind": "photo"},
        {"icebreaker": "coffee"},
        {"price": 1},
        {"text": "x" * 1001},
    ],
    ids=lambda changes: "-".join(changes),
)
def test_invalid_gifts_are_refused(world: World, browser: Browser, changes: dict[str, Any]) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    answer = browser.as_member(ann).post("/api/chat.php", a_gift(bo, **changes))

    assert answer.status_code == 422
    assert world.one("SELECT count(*) FROM messages") == 0
    assert world.billing.balances[ann] == PLENTY


def test_a_gift_the_site_does_not_sell_is_not_sent(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    answer = browser.as_member(ann).post("/api/chat.php", a_gift(bo, gift="star"))

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "not_offered")


def test_without_the_credits_nothing_is_sent(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann", credits=4), world.a_member("Bo")

    answer = browser.as_member(ann).post("/api/chat.php", a_gift(bo))

    assert (answer.status_code, answer.json["error"]["code"]) == (402, "not_enough_credits")
    assert world.one("SELECT count(*) FROM messages") == 0


def test_a_gift_is_no_way_around_a_block(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.block(bo, ann)

    answer = browser.as_member(ann).post("/api/chat.php", a_gift(bo))

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "blocked")
    assert world.billing.balances[ann] == PLENTY


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("goes_on", [True, False], ids=["retried", "given_up"])
def test_after_a_crash_a_gift_and_its_price_are_both_there_or_neither(world: World, point: str, goes_on: bool) -> None:
    ann, bo, gift_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()
    with raising(point), pytest.raises(Fault):
        world.give(ann, bo, "rose", gift_id)

    if goes_on:
        world.give(ann, bo, "rose", gift_id)
    settle(world, gift_id)

    posted = world.one("SELECT count(*) FROM messages WHERE kind = 'gift'")
    assert world.billing.balances[ann] == PLENTY - 5 * posted
    assert posted == (goes_on or point == "chat.send.committed")
    assert world.one("SELECT count(*) FROM kit.outbox WHERE subject = 'chat.MessageSent'") == posted


def test_a_gift_that_was_given_up_is_never_posted(world: World) -> None:
    ann, bo, gift_id = world.a_member("Ann"), world.a_member("Bo"), uuid4()
    assert settle_send(world.unit(), gift_id) is False

    with pytest.raises(SendWithdrawn):
        world.give(ann, bo, "rose", gift_id)


def test_a_gift_is_proof_and_belongs_to_an_export(world: World, database: Database) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    gift = world.give(ann, bo)

    [shown] = show_messages(world.unit(), bo, EvidenceRequest(partner_id=ann, message_ids=[gift.id])).messages
    with Session(database.engine) as session:
        [taken] = messages_of(session, bo)

    assert (shown.kind, shown.gift) == ("gift", "rose")
    assert (taken["kind"], taken["gift"], taken["own"]) == ("gift", "rose", False)


def test_an_opening_line_costs_its_own_price_and_begins_a_conversation(
    world: World, browser: Browser, database: Database
) -> None:
    ann, bo = world.a_member("Ann", credits=1), world.a_member("Bo")

    answer = browser.as_member(ann).post("/api/chat.php", a_line(bo, text="Tea, coffee, or a walk?"))

    assert (answer.status_code, answer.json["message"]["kind"]) == (201, "text")
    assert answer.json["price"]["balance"] == 0
    [sent] = announced(database, MessageSent)
    assert (sent.kind, sent.purpose, sent.item) == ("text", "icebreaker", "coffee")


def test_where_somebody_has_written_an_opening_line_comes_too_late(world: World, browser: Browser) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(bo, ann)

    answer = browser.as_member(ann).post("/api/chat.php", a_line(bo))

    assert (answer.status_code, answer.json["error"]["code"]) == (409, "icebreaker_too_late")
    assert world.billing.balances[ann] == PLENTY


def test_of_two_who_begin_at_once_one_has_the_opening_line(world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    ids = {ann: uuid4(), bo: uuid4()}

    def begin(sender: UUID, recipient: UUID) -> Any:
        draft = Draft(ids[sender], sender, recipient, "Tea or coffee?", icebreaker="coffee")
        return world.send_draft(draft)

    outcomes = outcomes_of([partial(begin, ann, bo), partial(begin, bo, ann)])

    refused = [outcome for outcome in outcomes if isinstance(outcome, IcebreakerTooLate)]
    assert len(refused) == 1
    for message_id in ids.values():
        settle(world, message_id)
    assert world.billing.balances[ann] + world.billing.balances[bo] == 2 * PLENTY - 1
    assert world.one("SELECT count(*) FROM messages") == 1


@pytest.mark.parametrize("changes", [{"text": " "}, {"icebreaker": "Coffee!"}, {"icebreaker": ""}, {"icebreaker": 1}])
def test_an_opening_line_that_makes_no_sense_is_refused(
    world: World, browser: Browser, changes: dict[str, Any]
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    assert browser.as_member(ann).post("/api/chat.php", a_line(bo, **changes)).status_code == 422


def test_offers_have_their_price_and_the_balance(world: World, browser: Browser) -> None:
    ann = world.a_member("Ann", credits=7)

    gifts = browser.as_member(ann).get("/api/gifts.php").json
    lines = browser.get("/api/icebreakers.php").json

    assert gifts["balance"] == lines["balance"] == 7
    assert gifts["gifts"][0] == {"id": "rose", "credits": 5}
    assert min(gift["credits"] for gift in gifts["gifts"]) == 5
    assert {line["credits"] for line in lines["icebreakers"]} == {1}
    assert all(line["text"] for line in lines["icebreakers"])


def test_all_of_it_is_sound(world: World, database: Database) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send_draft(Draft(uuid4(), ann, bo, "Tea?", icebreaker="coffee"))
    world.give(bo, ann)

    report = audit(database.dsn)

    assert report["faults"]["kinds_wrong"]["count"] == 0
    assert (report["gifts"], report["icebreakers"]) == (1, 1)
