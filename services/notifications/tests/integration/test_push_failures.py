"""Pushes that a push service does not accept, or that cannot be sent for now."""

from datetime import timedelta

import psycopg
import pytest
from notifications.domain.preferences import NotificationKind
from notifications.ports import PushDeferred, PushRejected, SubscriptionExpired
from notifications.tests.fakes import FakeContacts, FakePushServices, FakeVisibility, a_recipient
from notifications.tests.pushing import (
    ANN,
    BO,
    CONVERSATION,
    PHONE,
    Handle,
    a_message,
    change,
    moment,
    push_all,
    pushes,
    subscribe,
)
from notifications.usecases.change_preference import change_preference
from notifications.wiring import Wiring
from pairwise.chat.v1.events_pb2 import ConversationRead
from pairwise.identity.v1.events_pb2 import MemberDeleted
from pairwise.likes.v1.events_pb2 import LikeGiven, MatchMade
from pairwise.profiles.v1.events_pb2 import MemberBlocked
from shared.kit.db import Database


@pytest.fixture(autouse=True)
def known(contacts: FakeContacts) -> None:
    contacts.known = {ANN: a_recipient("ann@example.org"), BO: a_recipient("bo@example.org", locale="pl")}


@pytest.fixture(autouse=True)
def phone(wired: Wiring, database: Database) -> None:
    subscribe(wired, BO, PHONE)


@pytest.mark.parametrize("reason", ["read", "unwanted", "hidden", "gone", "old", "blocked", "deleted"])
def test_a_push_is_withheld(
    wired: Wiring,
    handle: Handle,
    push_services: FakePushServices,
    contacts: FakeContacts,
    visibility: FakeVisibility,
    database: Database,
    reason: str,
) -> None:
    handle(a_message())
    match reason:
        case "read":
            handle(ConversationRead(conversation_id=str(CONVERSATION), reader_id=str(BO), read_seq=2))
            change(database, "DELETE FROM activities")
        case "unwanted":
            change_preference(wired.unit_of_work(), BO, NotificationKind.NEW_MESSAGES, push=False)
        case "hidden":
            visibility.hidden = {ANN}
        case "gone":
            del contacts.known[BO]
        case "old":
            change(database, "UPDATE pushes SET created_at = now() - interval '25 hours'")
        case "blocked":
            handle(MemberBlocked(blocker_id=str(BO), blocked_id=str(ANN)))
        case "deleted":
            handle(MemberDeleted(member_id=str(ANN)))

    push_all(wired, database)

    assert push_services.sent == []
    [(state, why, _)] = pushes(database)
    assert (state, why) == ("withheld", "gone" if reason == "deleted" else reason)


def test_an_expired_subscription_is_deleted_with_its_queue(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    push_services.fails[PHONE] = SubscriptionExpired("410")
    handle(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))
    handle(MatchMade(first_id=str(ANN), second_id=str(BO), made_at=moment()))

    push_all(wired, database)

    with psycopg.connect(database.dsn) as connection:
        assert connection.execute("SELECT count(*) FROM push_subscriptions").fetchone() == (0,)
    assert pushes(database) == []


def test_retry_after_is_respected(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    push_services.fails[PHONE] = PushDeferred("429", timedelta(minutes=10))
    handle(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))

    push_all(wired, database)

    with psycopg.connect(database.dsn) as connection:
        row = connection.execute("SELECT next_try_at - now() > interval '9 minutes', tries FROM pushes").fetchone()
    assert row == (True, 1)


def test_a_deferred_push_is_tried_six_times(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    push_services.fails[PHONE] = PushDeferred("503")
    handle(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))
    for tries in range(1, 6):
        push_all(wired, database)
        assert pushes(database) == [("queued", None, tries)]

    push_all(wired, database)

    assert pushes(database) == [("failed", "given_up", 6)]


def test_a_rejected_push_is_not_retried(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    push_services.fails[PHONE] = PushRejected("413")
    handle(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))

    push_all(wired, database)

    assert pushes(database) == [("failed", "refused", 1)]


@pytest.mark.parametrize("part", ["identity", "profiles"])
def test_an_outage_costs_no_try(
    wired: Wiring,
    handle: Handle,
    push_services: FakePushServices,
    contacts: FakeContacts,
    visibility: FakeVisibility,
    database: Database,
    part: str,
) -> None:
    handle(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))
    for _ in range(3):
        contacts.is_down, visibility.is_down = part == "identity", part == "profiles"
        push_all(wired, database)
    assert pushes(database) == [("queued", None, 0)]

    contacts.is_down = visibility.is_down = False
    push_all(wired, database)
    assert len(push_services.sent) == 1
