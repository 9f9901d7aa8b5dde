"""From what happened to what devices show, on a real queue."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from notifications.domain.preferences import Kind
from notifications.ports import DeviceGone, PushNotTaken, PushRefused, PushSubscription
from notifications.tests.fakes import FakeContacts, FakePushServices, FakeSight, an_addressee
from notifications.usecases.change_preference import change_preference
from notifications.usecases.remind import remind_of_unread
from notifications.usecases.send_pushes import send_pushes
from notifications.usecases.subscribe_push import subscribe_push
from notifications.wiring import Wiring
from notifications.worker import consumers
from notifications.worker.on_message_sent import on_messages_sent
from pairwise.chat.v1.events_pb2 import ConversationRead, ConversationStarted, MessageSent
from pairwise.identity.v1.events_pb2 import MemberDeleted, MemberErased
from pairwise.likes.v1.events_pb2 import LikeGiven, MatchMade
from pairwise.profiles.v1.events_pb2 import MemberBlocked, ProfileChanged
from servicekit.storage import Database
from servicekit.testing.told import told
from servicekit.worker.consumers import handle_once

ANN, BO, CONVERSATION = uuid4(), uuid4(), uuid4()
PHONE, LAPTOP = "https://fcm.googleapis.com/phone", "https://fcm.googleapis.com/laptop"
Hear = Callable[[Message], None]


@pytest.fixture
def hear(wired: Wiring, database: Database) -> Hear:
    by_kind = {consumer.event: consumer for consumer in consumers(wired)}

    def hear_twice(event: Message) -> None:
        message = told(event)
        assert [handle_once(wired.unit_of_work, by_kind[type(event)], message) for _ in range(2)] == [
            "handled",
            "repeated",
        ]

    return hear_twice


@pytest.fixture(autouse=True)
def known(contacts: FakeContacts) -> None:
    contacts.known = {ANN: an_addressee("ann@example.org"), BO: an_addressee("bo@example.org", locale="pl")}


@pytest.fixture(autouse=True)
def phone(wired: Wiring, database: Database) -> None:
    subscribe(wired, BO, PHONE)


def subscribe(wired: Wiring, member: UUID, endpoint: str) -> None:
    device = PushSubscription(endpoint, "key", "secret")
    subscribe_push(wired.unit_of_work(), wired.push_services, member, uuid4(), device)


def moment(at: datetime | None = None) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(at or datetime.now(UTC))
    return stamp


def a_message(seq: int = 2, sender: UUID = ANN, at: datetime | None = None) -> MessageSent:
    return MessageSent(
        message_id=str(uuid4()),
        conversation_id=str(CONVERSATION),
        seq=seq,
        sender_id=str(sender),
        recipient_id=str(BO if sender == ANN else ANN),
        kind="text",
        sent_at=moment(at),
    )


def change(database: Database, statement: str, *values: Any) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute(statement, values)


def make_due(database: Database) -> None:
    change(database, "UPDATE pushes SET next_try_at = now() WHERE state = 'queued'")


def pushes(database: Database) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute("SELECT state, reason, tries FROM pushes ORDER BY created_at, id").fetchall()


def push_all(wired: Wiring, database: Database) -> int:
    make_due(database)
    return send_pushes(wired.push_room())


def test_a_message_is_told_without_its_words_in_the_members_language(
    wired: Wiring, hear: Hear, push_services: FakePushServices, database: Database
) -> None:
    hear(ProfileChanged(member_id=str(ANN), name="Ann", fictional=False))
    hear(a_message())
    assert send_pushes(wired.push_room()) == 0  # first whoever looks at the page may read it

    push_all(wired, database)

    [(device, shown)] = push_services.sent
    assert device.endpoint == PHONE
    assert shown.payload() == {
        "type": "message",
        "title": "Pairwise",
        "body": "Masz nową wiadomość",
        "tag": f"conversation:{CONVERSATION}",
        "path": f"/pl/chats/{CONVERSATION}",
        "count": 1,
        "fictional": False,
    }
    assert pushes(database) == [("sent", None, 1)]


def test_messages_of_one_conversation_are_one_push(
    wired: Wiring, hear: Hear, push_services: FakePushServices, database: Database
) -> None:
    for seq in (2, 3, 4):
        hear(a_message(seq))

    push_all(wired, database)

    assert [shown.body for _, shown in push_services.sent] == ["Masz 3 nowe wiadomości"]


def test_messages_heard_together_are_one_push_a_conversation(wired: Wiring, database: Database) -> None:
    with wired.unit_of_work() as uow:
        on_messages_sent(uow, [a_message(2), a_message(3)])
        uow.commit()

    assert len(pushes(database)) == 1


def test_news_that_comes_while_a_push_is_under_way_is_told_after_it(
    wired: Wiring, hear: Hear, push_services: FakePushServices, database: Database
) -> None:
    hear(a_message(2))
    push_services.before = lambda: hear(a_message(3))
    push_all(wired, database)
    push_services.before = lambda: None

    push_all(wired, database)

    assert [shown.count for _, shown in push_services.sent] == [1, 2]
    assert [state for state, *_ in pushes(database)] == ["sent"]


def test_a_fictional_profile_is_marked(
    wired: Wiring, hear: Hear, push_services: FakePushServices, contacts: FakeContacts, database: Database
) -> None:
    contacts.known[BO] = an_addressee()
    hear(ProfileChanged(member_id=str(ANN), name="Ann", fictional=True))
    hear(ConversationStarted(conversation_id=str(CONVERSATION), starter_id=str(ANN), partner_id=str(BO)))
    hear(a_message(1))

    push_all(wired, database)

    [(_, shown)] = push_services.sent
    assert (shown.body, shown.is_fictional) == ("Someone new wrote to you (fictional profile)", True)


def test_every_device_is_told(wired: Wiring, hear: Hear, push_services: FakePushServices, database: Database) -> None:
    subscribe(wired, BO, LAPTOP)
    hear(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))

    push_all(wired, database)

    assert sorted(device.endpoint for device, _ in push_services.sent) == [LAPTOP, PHONE]


def test_who_has_no_device_costs_no_row(wired: Wiring, hear: Hear, database: Database) -> None:
    hear(LikeGiven(liker_id=str(BO), liked_id=str(ANN), given_at=moment()))

    assert pushes(database) == []


@pytest.mark.parametrize("reason", ["read", "unwanted", "hidden", "gone", "old", "blocked", "deleted"])
def test_a_push_is_withheld(
    wired: Wiring,
    hear: Hear,
    push_services: FakePushServices,
    contacts: FakeContacts,
    sight: FakeSight,
    database: Database,
    reason: str,
) -> None:
    hear(a_message())
    match reason:
        case "read":
            hear(ConversationRead(conversation_id=str(CONVERSATION), reader_id=str(BO), read_seq=2))
            change(database, "DELETE FROM activities")
        case "unwanted":
            change_preference(wired.unit_of_work(), BO, Kind.NEW_MESSAGES, push=False)
        case "hidden":
            sight.hidden = {ANN}
        case "gone":
            del contacts.known[BO]
        case "old":
            change(database, "UPDATE pushes SET created_at = now() - interval '25 hours'")
        case "blocked":
            hear(MemberBlocked(blocker_id=str(BO), blocked_id=str(ANN)))
        case "deleted":
            hear(MemberDeleted(member_id=str(ANN)))

    push_all(wired, database)

    assert push_services.sent == []
    [(state, why, _)] = pushes(database)
    assert (state, why) == ("withheld", "gone" if reason == "deleted" else reason)


def test_who_is_busy_on_the_page_is_pushed_once_they_are_quiet(
    wired: Wiring, hear: Hear, push_services: FakePushServices, database: Database
) -> None:
    hear(a_message())
    hear(a_message(3, sender=BO))  # Bo is writing something just now
    hear(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))

    push_all(wired, database)
    assert push_services.sent == []
    # The message waits; the like was seen on the page.
    assert sorted(pushes(database)) == [("queued", None, 0), ("withheld", "busy", 1)]

    change(database, "UPDATE activities SET active_at = now() - interval '1 minute'")
    push_all(wired, database)
    assert [shown.notice for _, shown in push_services.sent] == ["message"]


def test_yesterdays_news_is_no_news(wired: Wiring, hear: Hear, database: Database) -> None:
    long_ago = datetime.now(UTC) - timedelta(days=2)
    hear(a_message(at=long_ago))
    hear(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment(long_ago)))

    assert pushes(database) == []


def test_a_device_that_is_gone_is_forgotten_with_all_that_waits_for_it(
    wired: Wiring, hear: Hear, push_services: FakePushServices, database: Database
) -> None:
    push_services.fails[PHONE] = DeviceGone("410")
    hear(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))
    hear(MatchMade(first_id=str(ANN), second_id=str(BO), made_at=moment()))

    push_all(wired, database)

    with psycopg.connect(database.dsn) as connection:
        assert connection.execute("SELECT count(*) FROM push_subscriptions").fetchone() == (0,)
    assert pushes(database) == []


def test_a_push_service_is_left_alone_for_as_long_as_it_asks(
    wired: Wiring, hear: Hear, push_services: FakePushServices, database: Database
) -> None:
    push_services.fails[PHONE] = PushNotTaken("429", timedelta(minutes=10))
    hear(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))

    push_all(wired, database)

    with psycopg.connect(database.dsn) as connection:
        row = connection.execute("SELECT next_try_at - now() > interval '9 minutes', tries FROM pushes").fetchone()
    assert row == (True, 1)


def test_a_push_that_is_not_taken_is_tried_six_times(
    wired: Wiring, hear: Hear, push_services: FakePushServices, database: Database
) -> None:
    push_services.fails[PHONE] = PushNotTaken("503")
    hear(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))
    for tries in range(1, 6):
        push_all(wired, database)
        assert pushes(database) == [("queued", None, tries)]

    push_all(wired, database)

    assert pushes(database) == [("failed", "given_up", 6)]


def test_a_refused_push_is_not_repeated(
    wired: Wiring, hear: Hear, push_services: FakePushServices, database: Database
) -> None:
    push_services.fails[PHONE] = PushRefused("413")
    hear(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))

    push_all(wired, database)

    assert pushes(database) == [("failed", "refused", 1)]


@pytest.mark.parametrize("part", ["identity", "profiles"])
def test_an_outage_costs_no_try(
    wired: Wiring,
    hear: Hear,
    push_services: FakePushServices,
    contacts: FakeContacts,
    sight: FakeSight,
    database: Database,
    part: str,
) -> None:
    hear(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))
    for _ in range(3):
        contacts.is_down, sight.is_down = part == "identity", part == "profiles"
        push_all(wired, database)
    assert pushes(database) == [("queued", None, 0)]

    contacts.is_down = sight.is_down = False
    push_all(wired, database)
    assert len(push_services.sent) == 1


def test_workers_side_by_side_send_each_push_once(
    wired: Wiring, hear: Hear, push_services: FakePushServices, database: Database
) -> None:
    for _ in range(20):
        member = uuid4()
        subscribe(wired, member, f"https://fcm.googleapis.com/{member}")
        hear(LikeGiven(liker_id=str(ANN), liked_id=str(member), given_at=moment()))
        wired.contacts.known[member] = an_addressee()  # type: ignore[attr-defined]

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda _: send_pushes(wired.push_room()), range(3)))

    assert len(push_services.sent) == len({device.endpoint for device, _ in push_services.sent}) == 20


def test_a_device_that_changes_hands_gets_nothing_of_who_had_it(
    wired: Wiring, hear: Hear, push_services: FakePushServices, database: Database
) -> None:
    hear(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))
    subscribe(wired, ANN, PHONE)

    push_all(wired, database)

    assert push_services.sent == []


def test_what_is_unread_for_a_day_is_told_once_more(
    wired: Wiring, hear: Hear, push_services: FakePushServices, sight: FakeSight, database: Database
) -> None:
    hear(a_message())
    change(database, "DELETE FROM pushes")
    change(database, "UPDATE unreads SET since = now() - interval '25 hours'")

    assert [remind_of_unread(wired.unit_of_work) for _ in range(2)] == [1, 0]
    push_all(wired, database)

    assert [shown.notice for _, shown in push_services.sent] == ["unread"]


def test_an_erased_member_leaves_nothing(wired: Wiring, hear: Hear, database: Database) -> None:
    hear(a_message())
    hear(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))

    hear(MemberErased(member_id=str(ANN)))
    hear(MemberErased(member_id=str(BO)))

    with psycopg.connect(database.dsn) as connection:
        for table in ("pushes", "push_subscriptions", "unreads", "new_likes", "activities"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)  # noqa: S608
