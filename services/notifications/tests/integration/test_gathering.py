"""Digests: emails about unread messages, likes and the week."""

from uuid import uuid4

import psycopg
import pytest
from notifications.domain.preferences import NotificationKind
from notifications.events.from_chat import record_messages
from notifications.events.from_likes import record_likes
from notifications.tests.fakes import FakeContacts, FakeMailServer, FakeVisibility, a_recipient
from notifications.tests.gathering import (
    ANN,
    BO,
    CONVERSATION,
    CY,
    Handle,
    a_like,
    a_message,
    change,
    mails,
    moment,
    subjects,
    text,
)
from notifications.usecases.change_preference import change_preference
from notifications.usecases.queue_reminders import (
    queue_like_emails,
    queue_unread_emails,
    queue_unread_reminders,
    queue_weekly_emails,
)
from notifications.usecases.send_emails import send_emails
from notifications.wiring import Wiring
from pairwise.chat.v1.events_pb2 import ConversationMuted, ConversationRead
from pairwise.identity.v1.events_pb2 import MemberConfirmed
from pairwise.likes.v1.events_pb2 import LikeGiven, LikeWithdrawn
from pairwise.profiles.v1.events_pb2 import (
    PhotoApproved,
    ProfileChanged,
)
from shared.kit.db import Database


@pytest.fixture(autouse=True)
def known(contacts: FakeContacts) -> None:
    contacts.known = {BO: a_recipient("bo@example.org")}


def test_an_unread_message_is_mailed_once(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, database: Database
) -> None:
    handle(ProfileChanged(member_id=str(ANN), name="Ann", fictional=True))
    handle(a_message(2))
    handle(a_message(3))
    assert queue_unread_emails(wired.unit_of_work) == 0  # a page may still show it

    change(database, "UPDATE unreads SET since = now() - interval '16 minutes'")
    assert [queue_unread_emails(wired.unit_of_work) for _ in range(2)] == [1, 0]
    send_emails(wired.email_delivery())

    assert subjects(mail_server) == ["A message is waiting for you (fictional profile)"]
    assert mail_server.sent[0]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_batch_of_messages_counts_as_single_ones(wired: Wiring, handle: Handle, database: Database) -> None:
    handle(a_message(3))
    with wired.unit_of_work() as uow:
        record_messages(uow, [a_message(5), a_message(4), a_message(6)], wired)
        uow.commit()

    with psycopg.connect(database.dsn) as connection:
        found = connection.execute("SELECT count, last_seq, mailed_at FROM unreads").fetchall()
    assert found == [(4, 6, None)]


def test_the_first_message_is_not_mailed_twice(wired: Wiring, handle: Handle, database: Database) -> None:
    handle(a_message(1))
    change(database, "UPDATE unreads SET since = now() - interval '16 minutes'")

    assert queue_unread_emails(wired.unit_of_work) == 0


def test_a_message_read_before_delivery_is_not_mailed(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, database: Database
) -> None:
    handle(a_message())
    change(database, "UPDATE unreads SET since = now() - interval '16 minutes'")
    queue_unread_emails(wired.unit_of_work)
    handle(ConversationRead(conversation_id=str(CONVERSATION), reader_id=str(BO), read_seq=2))

    send_emails(wired.email_delivery())

    assert (subjects(mail_server), mails(database)) == ([], [("unread_message", "suppressed", "over")])


def test_only_visible_likers_are_counted(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, visibility: FakeVisibility, database: Database
) -> None:
    dee = uuid4()
    for liker in (ANN, CY, dee):
        handle(a_like(liker))
    handle(LikeWithdrawn(liker_id=str(CY), liked_id=str(BO)))
    visibility.hidden = {dee}
    change(database, "UPDATE new_likes SET given_at = now() - interval '1 hour'")

    assert [queue_like_emails(wired.unit_of_work) for _ in range(2)] == [1, 0]
    send_emails(wired.email_delivery())

    assert subjects(mail_server) == ["Someone likes you"]


def test_a_batch_of_likes_records_each_once(wired: Wiring) -> None:
    dee = uuid4()
    likes = [LikeGiven(liker_id=str(liker), liked_id=str(dee), given_at=moment()) for liker in (ANN, CY, ANN)]
    with wired.unit_of_work() as uow:
        record_likes(uow, likes, wired)
        uow.commit()

    with wired.unit_of_work() as uow:
        assert sorted(uow.new_likes.of(dee)) == sorted([ANN, CY])


def test_there_is_one_mail_about_likes_a_day(wired: Wiring, handle: Handle, database: Database) -> None:
    handle(a_like(ANN))
    change(database, "UPDATE new_likes SET given_at = now() - interval '1 hour'")
    assert queue_like_emails(wired.unit_of_work) == 1

    handle(a_like(CY))
    change(database, "UPDATE new_likes SET given_at = now() - interval '1 hour'")
    assert queue_like_emails(wired.unit_of_work) == 0


def test_a_message_unread_for_a_day_is_mailed_once_more(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, visibility: FakeVisibility, database: Database
) -> None:
    handle(a_message())
    change(database, "UPDATE unreads SET since = now() - interval '25 hours', mailed_at = now()")

    assert [queue_unread_reminders(wired.unit_of_work) for _ in range(2)] == [1, 0]
    send_emails(wired.email_delivery())

    assert subjects(mail_server) == ["A conversation is waiting for you"]


def test_a_count_leaves_out_hidden_members(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, visibility: FakeVisibility, database: Database
) -> None:
    handle(a_message())
    change(database, "UPDATE unreads SET since = now() - interval '25 hours', mailed_at = now()")
    queue_unread_reminders(wired.unit_of_work)
    visibility.hidden = {ANN}

    send_emails(wired.email_delivery())

    assert (subjects(mail_server), mails(database)) == ([], [("unread_reminder", "suppressed", "hidden")])


def test_the_weekly_digest_is_mailed_to_members_with_its_switch_on(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, database: Database
) -> None:
    handle(a_like(ANN))
    handle(a_message())
    assert queue_weekly_emails(wired.unit_of_work) == 0

    change_preference(wired.unit_of_work(), BO, NotificationKind.WEEKLY_UPDATES, email=True)
    change(database, "UPDATE preferences SET changed_at = now() - interval '2 days'")
    assert [queue_weekly_emails(wired.unit_of_work) for _ in range(2)] == [1, 0]
    send_emails(wired.email_delivery())

    assert subjects(mail_server) == ["Your week at Pairwise"]
    assert "New likes: 1" in text(mail_server.sent[0])
    assert "Unread conversations: 1" in text(mail_server.sent[0])


def test_an_empty_weekly_digest_is_withheld(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, database: Database
) -> None:
    change_preference(wired.unit_of_work(), BO, NotificationKind.WEEKLY_UPDATES, email=True)
    change(database, "UPDATE preferences SET changed_at = now() - interval '2 days'")
    queue_weekly_emails(wired.unit_of_work)

    send_emails(wired.email_delivery())

    assert mails(database) == [("weekly", "suppressed", "over")]


def test_only_members_without_a_photo_are_reminded(
    wired: Wiring, handle: Handle, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    contacts.known[ANN] = a_recipient()
    handle(MemberConfirmed(member_id=str(ANN)))
    handle(MemberConfirmed(member_id=str(BO)))
    handle(PhotoApproved(member_id=str(BO), photo_id=str(uuid4())))
    assert send_emails(wired.email_delivery()) == 0

    change(database, "UPDATE mails SET next_try_at = now()")
    send_emails(wired.email_delivery())

    assert [sent["To"] for sent in mail_server.sent] == ["ann@example.org"]
    assert subjects(mail_server) == ["Your profile has no photo yet"]


def test_a_muted_conversation_is_mailed_again_only_after_it_is_unmuted(
    wired: Wiring, handle: Handle, database: Database
) -> None:
    def muted(is_muted: bool) -> ConversationMuted:
        return ConversationMuted(conversation_id=str(CONVERSATION), member_id=str(BO), is_muted=is_muted)

    handle(a_message(2))
    handle(muted(True))
    handle(a_message(3))
    change(database, "UPDATE unreads SET since = now() - interval '16 minutes'")
    assert queue_unread_emails(wired.unit_of_work) == 0

    handle(muted(False))
    handle(a_message(4))
    change(database, "UPDATE unreads SET since = now() - interval '16 minutes'")
    assert queue_unread_emails(wired.unit_of_work) == 1
