"""Calls on the devices of the called member: a ring, and the missed call in its place."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from notifications.tests.fakes import FakeContacts, FakePushServices, FakeVisibility, a_recipient
from notifications.tests.pushing import (
    ANN,
    BO,
    CONVERSATION,
    PHONE,
    Handle,
    change,
    moment,
    push_all,
    pushes,
    subscribe,
)
from notifications.wiring import Wiring
from pairwise.chat.v1.events_pb2 import CallChanged, ConversationMuted
from pairwise.profiles.v1.events_pb2 import MemberBlocked, ProfileChanged
from shared.kit.db import Database


@pytest.fixture(autouse=True)
def phone(wired: Wiring, contacts: FakeContacts, database: Database) -> None:
    contacts.known = {BO: a_recipient("bo@example.org")}
    subscribe(wired, BO, PHONE)


def call(state: str = "ringing", age: timedelta = timedelta()) -> CallChanged:
    return CallChanged(
        call_id=str(uuid4()),
        conversation_id=str(CONVERSATION),
        caller_id=str(ANN),
        callee_id=str(BO),
        state=state,
        rang_at=moment(datetime.now(UTC) - age),
    )


def muted(is_muted: bool = True) -> ConversationMuted:
    return ConversationMuted(conversation_id=str(CONVERSATION), member_id=str(BO), is_muted=is_muted)


def test_a_ring_is_pushed_at_once_without_the_caller(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    handle(ProfileChanged(member_id=str(ANN), name="Ann", fictional=False))
    change(database, "INSERT INTO activities (member_id) VALUES (%s)", BO)  # at a screen, perhaps another one

    handle(call())
    push_all(wired, database)

    [(_, shown)] = push_services.sent
    assert shown.payload() == {
        "actions": [{"action": "refuse", "title": "Decline"}],
        "type": "call",
        "title": "Pairwise",
        "body": "Incoming call",
        "tag": f"call:{CONVERSATION}",
        "path": f"/en/chats/{CONVERSATION}",
        "count": 1,
        "fictional": False,
    }


def test_a_missed_call_replaces_its_ring(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    handle(call())
    push_all(wired, database)
    handle(call("missed"))
    push_all(wired, database)

    assert [shown.body for _, shown in push_services.sent] == ["Incoming call", "You missed a call"]
    assert len({shown.tag for _, shown in push_services.sent}) == 1


@pytest.mark.parametrize(
    ("state", "words"),
    [("answered", "Answered on another device"), ("refused", "Declined on another device")],
)
def test_an_answer_ends_the_ring_of_the_other_devices(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database, state: str, words: str
) -> None:
    def end_once() -> None:
        push_services.before = lambda: None
        handle(call(state))

    handle(call())
    push_all(wired, database)
    handle(call(state))
    push_all(wired, database)
    push_services.before = end_once  # while the ring is being sent
    handle(call())
    push_all(wired, database)
    push_all(wired, database)

    assert [shown.body for _, shown in push_services.sent] == ["Incoming call", words] * 2
    assert len({shown.tag for _, shown in push_services.sent}) == 1


def test_a_ring_that_is_missed_before_or_during_its_delivery_is_one_missed_call_in_the_end(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    handle(call())
    handle(call("missed"))
    push_all(wired, database)
    assert [shown.body for _, shown in push_services.sent] == ["You missed a call"]

    def miss_once() -> None:
        push_services.before = lambda: None
        handle(call("missed"))

    push_services.sent.clear()
    push_services.before = miss_once
    handle(call())
    push_all(wired, database)
    push_all(wired, database)
    assert [shown.body for _, shown in push_services.sent][-1] == "You missed a call"


@pytest.mark.parametrize(
    ("prevent", "reason"),
    [
        pytest.param(lambda handle, _: handle(call("answered")), "over", id="answered"),
        pytest.param(lambda handle, _: handle(call("refused")), "over", id="refused"),
        pytest.param(lambda handle, _: handle(muted()), "muted", id="muted"),
        pytest.param(
            lambda handle, _: handle(MemberBlocked(blocker_id=str(BO), blocked_id=str(ANN))), "blocked", id="blocked"
        ),
        pytest.param(
            lambda _, database: change(database, "UPDATE pushes SET created_at = now() - interval '31 seconds'"),
            "old",
            id="late",
        ),
        pytest.param(
            lambda _, database: change(
                database, "INSERT INTO preferences VALUES (%s, 'new_messages', true, false)", BO
            ),
            "unwanted",
            id="switched off",
        ),
    ],
)
def test_a_ring_that_nobody_is_to_hear_is_withheld(
    wired: Wiring,
    handle: Handle,
    push_services: FakePushServices,
    database: Database,
    prevent: Callable[[Handle, Database], None],
    reason: str,
) -> None:
    handle(call())
    prevent(handle, database)
    push_all(wired, database)

    assert push_services.sent == []
    assert [row[:2] for row in pushes(database)] == [("withheld", reason)]


def blocked(handle: Handle, visibility: FakeVisibility) -> None:
    visibility.hidden.add(ANN)
    handle(MemberBlocked(blocker_id=str(ANN), blocked_id=str(BO)))


def suspended(_: Handle, visibility: FakeVisibility) -> None:
    visibility.hidden.add(ANN)


def silenced(handle: Handle, _: FakeVisibility) -> None:
    handle(muted())


@pytest.mark.parametrize("state", ["missed", "refused"])
@pytest.mark.parametrize("is_parted_first", [True, False])
@pytest.mark.parametrize("part", [blocked, suspended, silenced])
def test_a_ring_that_is_shown_ends_where_nothing_may_be_said_of_it(
    wired: Wiring,
    handle: Handle,
    push_services: FakePushServices,
    visibility: FakeVisibility,
    database: Database,
    part: Callable[[Handle, FakeVisibility], None],
    is_parted_first: bool,
    state: str,
) -> None:
    handle(call())
    push_all(wired, database)
    if is_parted_first:
        part(handle, visibility)
    handle(call(state))
    if not is_parted_first:
        part(handle, visibility)
    push_all(wired, database)
    push_all(wired, database)

    _, (_, shown) = push_services.sent
    assert (shown.kind, shown.body, shown.tag) == ("ended_call", "Call ended", f"call:{CONVERSATION}")
    assert shown.path == "/en/chats"  # the conversation may be hidden


def test_a_late_report_of_a_ring_queues_nothing(handle: Handle, database: Database) -> None:
    handle(call(age=timedelta(seconds=31)))

    assert pushes(database) == []
