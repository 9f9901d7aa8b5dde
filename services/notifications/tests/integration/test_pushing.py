"""From an event to the notification on a device, on a real queue."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import psycopg
import pytest
from notifications.events.from_chat import record_messages
from notifications.tests.fakes import FakeContacts, FakePushServices, FakeVisibility, a_recipient
from notifications.tests.pushing import (
    ANN,
    BO,
    CONVERSATION,
    LAPTOP,
    PHONE,
    Handle,
    a_message,
    change,
    moment,
    push_all,
    pushes,
    subscribe,
)
from notifications.usecases.queue_reminders import queue_unread_reminders
from notifications.usecases.send_pushes import send_pushes
from notifications.wiring import Wiring
from pairwise.chat.v1.events_pb2 import ConversationStarted
from pairwise.identity.v1.events_pb2 import MemberErased
from pairwise.likes.v1.events_pb2 import LikeGiven
from pairwise.profiles.v1.events_pb2 import ProfileChanged
from shared.kit.db import Database


@pytest.fixture(autouse=True)
def known(contacts: FakeContacts) -> None:
    contacts.known = {ANN: a_recipient("ann@example.org"), BO: a_recipient("bo@example.org", locale="pl")}


@pytest.fixture(autouse=True)
def phone(wired: Wiring, database: Database) -> None:
    subscribe(wired, BO, PHONE)


def test_a_message_is_pushed_without_its_words_in_the_members_language(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    handle(ProfileChanged(member_id=str(ANN), name="Ann", fictional=False))
    handle(a_message())
    assert send_pushes(wired.push_delivery()) == 0  # an open page may show it first

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
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    for seq in (2, 3, 4):
        handle(a_message(seq))

    push_all(wired, database)

    assert [shown.body for _, shown in push_services.sent] == ["Masz 3 nowe wiadomości"]


def test_a_batch_of_messages_is_one_push_a_conversation(wired: Wiring, database: Database) -> None:
    with wired.unit_of_work() as uow:
        record_messages(uow, [a_message(2), a_message(3)], wired)
        uow.commit()

    assert len(pushes(database)) == 1


def test_a_request_during_delivery_is_pushed_after_it(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    handle(a_message(2))

    def join_once() -> None:
        push_services.before = lambda: None
        handle(a_message(3))

    push_services.before = join_once
    push_all(wired, database)

    push_all(wired, database)

    assert [shown.count for _, shown in push_services.sent] == [1, 2]
    assert [state for state, *_ in pushes(database)] == ["sent"]


def test_a_fictional_profile_is_marked(
    wired: Wiring, handle: Handle, push_services: FakePushServices, contacts: FakeContacts, database: Database
) -> None:
    contacts.known[BO] = a_recipient()
    handle(ProfileChanged(member_id=str(ANN), name="Ann", fictional=True))
    handle(ConversationStarted(conversation_id=str(CONVERSATION), starter_id=str(ANN), partner_id=str(BO)))
    handle(a_message(1))

    push_all(wired, database)

    [(_, shown)] = push_services.sent
    assert (shown.body, shown.is_fictional) == ("New message from someone new (fictional profile)", True)


def test_a_site_marks_a_fictional_profile_in_its_own_words(
    wired: Wiring, handle: Handle, push_services: FakePushServices, contacts: FakeContacts, database: Database
) -> None:
    contacts.known[BO] = replace(a_recipient(locale="pl"), site="iskra")
    handle(ProfileChanged(member_id=str(ANN), name="Ann", fictional=True))
    handle(a_message())

    push_all(wired, database)

    [(_, shown)] = push_services.sent
    assert shown.body.endswith("(Profil fikcyjny)")


def test_every_device_gets_the_push(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    subscribe(wired, BO, LAPTOP)
    handle(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))

    push_all(wired, database)

    assert sorted(device.endpoint for device, _ in push_services.sent) == [LAPTOP, PHONE]


def test_a_member_without_devices_costs_no_row(wired: Wiring, handle: Handle, database: Database) -> None:
    handle(LikeGiven(liker_id=str(BO), liked_id=str(ANN), given_at=moment()))

    assert pushes(database) == []


def test_a_busy_member_is_pushed_once_they_are_quiet(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    handle(a_message())
    handle(a_message(3, sender=BO))  # Bo is active
    handle(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))

    push_all(wired, database)
    assert push_services.sent == []
    # The message is postponed; the page has shown the like.
    assert sorted(pushes(database)) == [("queued", None, 0), ("withheld", "busy", 1)]

    change(database, "UPDATE activities SET active_at = now() - interval '1 minute'")
    push_all(wired, database)
    assert [shown.kind for _, shown in push_services.sent] == ["message"]


def test_an_old_event_is_not_pushed(wired: Wiring, handle: Handle, database: Database) -> None:
    long_ago = datetime.now(UTC) - timedelta(days=2)
    handle(a_message(at=long_ago))
    handle(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment(long_ago)))

    assert pushes(database) == []


def test_workers_side_by_side_send_each_push_once(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    for _ in range(20):
        member = uuid4()
        subscribe(wired, member, f"https://fcm.googleapis.com/{member}")
        handle(LikeGiven(liker_id=str(ANN), liked_id=str(member), given_at=moment()))
        wired.contacts.known[member] = a_recipient()  # type: ignore[attr-defined]

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda _: send_pushes(wired.push_delivery()), range(3)))

    assert len(push_services.sent) == len({device.endpoint for device, _ in push_services.sent}) == 20


def test_a_device_with_a_new_owner_gets_no_push_of_the_old_one(
    wired: Wiring, handle: Handle, push_services: FakePushServices, database: Database
) -> None:
    handle(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))
    subscribe(wired, ANN, PHONE)

    push_all(wired, database)

    assert push_services.sent == []


def test_a_message_unread_for_a_day_is_pushed_once_more(
    wired: Wiring, handle: Handle, push_services: FakePushServices, visibility: FakeVisibility, database: Database
) -> None:
    handle(a_message())
    change(database, "DELETE FROM pushes")
    change(database, "UPDATE unreads SET since = now() - interval '25 hours'")

    assert [queue_unread_reminders(wired.unit_of_work) for _ in range(2)] == [1, 0]
    push_all(wired, database)

    assert [shown.kind for _, shown in push_services.sent] == ["unread"]


def test_an_erased_member_leaves_nothing(wired: Wiring, handle: Handle, database: Database) -> None:
    handle(a_message())
    handle(LikeGiven(liker_id=str(ANN), liked_id=str(BO), given_at=moment()))

    handle(MemberErased(member_id=str(ANN)))
    handle(MemberErased(member_id=str(BO)))

    with psycopg.connect(database.dsn) as connection:
        for table in ("pushes", "push_subscriptions", "unreads", "new_likes", "activities"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)  # noqa: S608
