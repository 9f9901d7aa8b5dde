"""Mails that gather what happened: unread messages, likes, the week; and those about complaints and photos."""

from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from notifications.domain.preferences import Kind
from notifications.tests.fakes import FakeContacts, FakePost, FakeSight, an_addressee
from notifications.usecases.change_preference import change_preference
from notifications.usecases.remind import mail_likes, mail_unread, mail_weekly, remind_of_unread
from notifications.usecases.send_mails import send_mails
from notifications.wiring import Wiring
from notifications.worker import consumers
from notifications.worker.on_like_given import on_likes_given
from notifications.worker.on_message_sent import on_messages_sent
from pairwise.chat.v1.events_pb2 import ConversationRead, MessageSent
from pairwise.identity.v1.events_pb2 import MemberConfirmed
from pairwise.likes.v1.events_pb2 import LikeGiven, LikeWithdrawn
from pairwise.profiles.v1.events_pb2 import (
    ComplaintDecided,
    ComplaintReceived,
    MemberModerated,
    PhotoApproved,
    PhotoRejected,
    ProfileChanged,
)
from servicekit.storage import Database
from servicekit.testing.golden import golden_event
from servicekit.testing.told import told
from servicekit.worker.consumers import handle_once

ANN, BO, CY, CONVERSATION = uuid4(), uuid4(), uuid4(), uuid4()
Hear = Callable[[Message], None]


@pytest.fixture
def hear(wired: Wiring, database: Database) -> Hear:
    by_kind = {consumer.event: consumer for consumer in consumers(wired)}

    def hear(event: Message) -> None:
        assert handle_once(wired.unit_of_work, by_kind[type(event)], told(event)) == "handled"

    return hear


@pytest.fixture(autouse=True)
def known(contacts: FakeContacts) -> None:
    contacts.known = {BO: an_addressee("bo@example.org")}


def moment() -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(datetime.now(UTC))
    return stamp


def a_message(seq: int = 2) -> MessageSent:
    ids = {"message_id": str(uuid4()), "conversation_id": str(CONVERSATION)}
    return MessageSent(**ids, seq=seq, sender_id=str(ANN), recipient_id=str(BO), kind="text", sent_at=moment())


def a_like(liker: UUID) -> LikeGiven:
    return LikeGiven(liker_id=str(liker), liked_id=str(BO), given_at=moment())


def change(database: Database, statement: str) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute(statement)


def mails(database: Database) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute("SELECT template, state, reason FROM mails ORDER BY created_at, id").fetchall()


def subjects(post: FakePost) -> list[str]:
    return [str(sent["Subject"]) for sent in post.sent]


def text(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_what_stays_unread_is_mailed_once(wired: Wiring, hear: Hear, post: FakePost, database: Database) -> None:
    hear(ProfileChanged(member_id=str(ANN), name="Ann", fictional=True))
    hear(a_message(2))
    hear(a_message(3))
    assert mail_unread(wired.unit_of_work) == 0  # the page may still be looked at

    change(database, "UPDATE unreads SET since = now() - interval '16 minutes'")
    assert [mail_unread(wired.unit_of_work) for _ in range(2)] == [1, 0]
    send_mails(wired.mail_room())

    assert subjects(post) == ["Ann (fictional profile) wrote to you again"]
    assert post.sent[0]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_messages_heard_together_count_as_those_heard_one_by_one(wired: Wiring, hear: Hear, database: Database) -> None:
    hear(a_message(3))
    with wired.unit_of_work() as uow:
        on_messages_sent(uow, [a_message(5), a_message(4), a_message(6)])
        uow.commit()

    with psycopg.connect(database.dsn) as connection:
        found = connection.execute("SELECT count, last_seq, mailed_at FROM unreads").fetchall()
    assert found == [(4, 6, None)]


def test_the_first_message_is_not_mailed_twice(wired: Wiring, hear: Hear, database: Database) -> None:
    hear(a_message(1))
    change(database, "UPDATE unreads SET since = now() - interval '16 minutes'")

    assert mail_unread(wired.unit_of_work) == 0


def test_what_is_read_before_the_mail_goes_is_not_mailed(
    wired: Wiring, hear: Hear, post: FakePost, database: Database
) -> None:
    hear(a_message())
    change(database, "UPDATE unreads SET since = now() - interval '16 minutes'")
    mail_unread(wired.unit_of_work)
    hear(ConversationRead(conversation_id=str(CONVERSATION), reader_id=str(BO), read_seq=2))

    send_mails(wired.mail_room())

    assert (subjects(post), mails(database)) == ([], [("unread_message", "suppressed", "over")])


def test_likes_are_counted_by_those_who_may_be_told_of(
    wired: Wiring, hear: Hear, post: FakePost, sight: FakeSight, database: Database
) -> None:
    dee = uuid4()
    for liker in (ANN, CY, dee):
        hear(a_like(liker))
    hear(LikeWithdrawn(liker_id=str(CY), liked_id=str(BO)))
    sight.hidden = {dee}
    change(database, "UPDATE new_likes SET given_at = now() - interval '1 hour'")

    assert [mail_likes(wired.unit_of_work) for _ in range(2)] == [1, 0]
    send_mails(wired.mail_room())

    assert subjects(post) == ["Someone likes you"]


def test_of_likes_heard_together_each_is_noted_once(wired: Wiring) -> None:
    dee = uuid4()
    likes = [LikeGiven(liker_id=str(liker), liked_id=str(dee), given_at=moment()) for liker in (ANN, CY, ANN)]
    with wired.unit_of_work() as uow:
        on_likes_given(uow, likes)
        uow.commit()

    with wired.unit_of_work() as uow:
        assert sorted(uow.new_likes.of(dee)) == sorted([ANN, CY])


def test_there_is_one_mail_about_likes_a_day(wired: Wiring, hear: Hear, database: Database) -> None:
    hear(a_like(ANN))
    change(database, "UPDATE new_likes SET given_at = now() - interval '1 hour'")
    assert mail_likes(wired.unit_of_work) == 1

    hear(a_like(CY))
    change(database, "UPDATE new_likes SET given_at = now() - interval '1 hour'")
    assert mail_likes(wired.unit_of_work) == 0


def test_what_waits_for_a_day_is_mailed_once_more(
    wired: Wiring, hear: Hear, post: FakePost, sight: FakeSight, database: Database
) -> None:
    hear(a_message())
    change(database, "UPDATE unreads SET since = now() - interval '25 hours', mailed_at = now()")

    assert [remind_of_unread(wired.unit_of_work) for _ in range(2)] == [1, 0]
    send_mails(wired.mail_room())

    assert subjects(post) == ["A conversation is waiting for you"]


def test_nobody_hears_of_the_hidden_by_a_count(
    wired: Wiring, hear: Hear, post: FakePost, sight: FakeSight, database: Database
) -> None:
    hear(a_message())
    change(database, "UPDATE unreads SET since = now() - interval '25 hours', mailed_at = now()")
    remind_of_unread(wired.unit_of_work)
    sight.hidden = {ANN}

    send_mails(wired.mail_room())

    assert (subjects(post), mails(database)) == ([], [("unread_reminder", "suppressed", "hidden")])


def test_the_week_is_mailed_to_those_who_asked(wired: Wiring, hear: Hear, post: FakePost, database: Database) -> None:
    hear(a_like(ANN))
    hear(a_message())
    assert mail_weekly(wired.unit_of_work) == 0

    change_preference(wired.unit_of_work(), BO, Kind.WEEKLY_UPDATES, email=True)
    change(database, "UPDATE preferences SET changed_at = now() - interval '2 days'")
    assert [mail_weekly(wired.unit_of_work) for _ in range(2)] == [1, 0]
    send_mails(wired.mail_room())

    assert subjects(post) == ["Your week at Pairwise"]
    assert "New likes: 1" in text(post.sent[0])
    assert "Unread conversations: 1" in text(post.sent[0])


def test_an_empty_week_is_not_mailed(wired: Wiring, hear: Hear, post: FakePost, database: Database) -> None:
    change_preference(wired.unit_of_work(), BO, Kind.WEEKLY_UPDATES, email=True)
    change(database, "UPDATE preferences SET changed_at = now() - interval '2 days'")
    mail_weekly(wired.unit_of_work)

    send_mails(wired.mail_room())

    assert mails(database) == [("weekly", "suppressed", "over")]


def test_who_has_no_photo_after_days_is_reminded_and_who_has_is_not(
    wired: Wiring, hear: Hear, contacts: FakeContacts, post: FakePost, database: Database
) -> None:
    contacts.known[ANN] = an_addressee()
    hear(MemberConfirmed(member_id=str(ANN)))
    hear(MemberConfirmed(member_id=str(BO)))
    hear(PhotoApproved(member_id=str(BO), photo_id=str(uuid4())))
    assert send_mails(wired.mail_room()) == 0

    change(database, "UPDATE mails SET next_try_at = now()")
    send_mails(wired.mail_room())

    assert [sent["To"] for sent in post.sent] == ["ann@example.org"]
    assert subjects(post) == ["Your profile has no photo yet"]


def test_a_complaint_is_acknowledged_and_its_outcome_told(
    wired: Wiring, hear: Hear, contacts: FakeContacts, post: FakePost
) -> None:
    received, decided = golden_event(ComplaintReceived), golden_event(ComplaintDecided)
    for event in (received, decided):
        event.reporter_id, event.email = str(BO), ""
        hear(event)

    send_mails(wired.mail_room())

    assert subjects(post) == [
        f"We have your complaint number {received.number}",
        f"Our decision on your complaint number {decided.number}",
    ]


def test_someone_without_an_account_is_told_at_the_address_they_left(
    wired: Wiring, hear: Hear, post: FakePost, database: Database
) -> None:
    hear(
        ComplaintReceived(
            complaint_id=str(uuid4()), number=7, email="someone@example.org", locale="de", site="pairwise"
        )
    )
    with psycopg.connect(database.dsn) as connection:
        assert "someone@example.org" not in str(connection.execute("SELECT * FROM mails").fetchall())

    send_mails(wired.mail_room())

    [sent] = post.sent
    assert (sent["To"], sent["Content-Language"]) == ("someone@example.org", "de")
    assert "7" in sent["Subject"]
    assert "Konto" not in text(sent)


def test_who_left_no_address_is_mailed_nothing(wired: Wiring, hear: Hear, database: Database) -> None:
    hear(ComplaintReceived(complaint_id=str(uuid4()), number=7, locale="de", site="pairwise"))

    assert mails(database) == []


def test_decisions_of_the_desk_are_told_with_their_reasons(
    wired: Wiring, hear: Hear, contacts: FakeContacts, post: FakePost
) -> None:
    moderated, rejected = golden_event(MemberModerated), golden_event(PhotoRejected)
    moderated.member_id = rejected.member_id = str(BO)
    moderated.measure, moderated.reason, moderated.ground = "warn", "harassment", "terms"
    hear(moderated)
    hear(rejected)

    send_mails(wired.mail_room())

    measure, photo = (text(sent) for sent in post.sent)
    assert "Measure: A warning" in measure
    assert f"/appeal#{moderated.decision_id}" in measure
    assert "Reason: There is no person on it." in photo
    assert "appeal" in photo
