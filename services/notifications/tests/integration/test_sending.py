"""From the event that asks for a mail to the mail that is sent, on a real queue."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from aiosmtpd.controller import Controller
from google.protobuf.message import Message
from notifications.clients.smtp import SmtpPost, Tls
from notifications.domain.preferences import Kind
from notifications.ports import AddressRefused, MailRefused, TryAgain
from notifications.tests.fakes import FakeContacts, FakePost, FakeSight, an_addressee
from notifications.usecases.change_preference import change_preference
from notifications.usecases.send_mails import send_mails
from notifications.wiring import Wiring
from notifications.worker import consumers, jobs
from pairwise.billing.v1.events_pb2 import PaymentCompleted, PaymentFailed, PaymentReversed
from pairwise.chat.v1.events_pb2 import ConversationStarted
from pairwise.identity.v1.events_pb2 import MailRequested, MemberDeleted, MemberErased
from pairwise.likes.v1.events_pb2 import MatchMade
from pairwise.notifications.v1.events_pb2 import MailSuppressed
from pairwise.profiles.v1.events_pb2 import MemberBlocked, ProfileChanged
from runner.ports import free_port
from servicekit.storage import Database
from servicekit.testing.announced import announced
from servicekit.testing.golden import golden_event
from servicekit.testing.told import told
from servicekit.worker.consumers import handle_once

ANN, BO = uuid4(), uuid4()


@pytest.fixture
def hear(wired: Wiring, database: Database) -> Callable[[Message], None]:
    """Hear an event, twice: a repetition must not make a second mail."""
    by_kind = {consumer.event: consumer for consumer in consumers(wired)}

    def hear_twice(event: Message) -> None:
        message = told(event)
        outcomes = [handle_once(wired.unit_of_work, by_kind[type(event)], message) for _ in range(2)]
        assert outcomes == ["handled", "repeated"]

    return hear_twice


@pytest.fixture(autouse=True)
def known(contacts: FakeContacts) -> None:
    contacts.known = {ANN: an_addressee(), BO: an_addressee("bo@example.org")}


def mails(database: Database) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute("SELECT state, reason, tries FROM mails ORDER BY created_at, id").fetchall()


def text(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def make_due(database: Database) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE mails SET next_try_at = now() WHERE state = 'queued'")


def an_activation(wired: Wiring, to: str = "new@example.org") -> MailRequested:
    content = json.dumps({"to": to, "name": "Una", "token": "t0ken"}).encode()
    return MailRequested(
        mail_id=str(uuid4()),
        member_id=str(uuid4()),
        template="activation",
        locale="nl",
        site="pairwise",
        sealed=wired.settings.mail_keys.seal(content),
    )


def a_match() -> MatchMade:
    return MatchMade(first_id=str(ANN), second_id=str(BO))


def test_a_sealed_mail_is_opened_only_to_send_it(
    wired: Wiring, hear: Callable[[Message], None], post: FakePost, database: Database
) -> None:
    hear(an_activation(wired))
    with psycopg.connect(database.dsn) as connection:
        assert "t0ken" not in str(connection.execute("SELECT * FROM mails").fetchall())

    send_mails(wired.mail_room())

    [sent] = post.sent
    assert sent["To"] == "new@example.org"
    assert "https://pairwise.test/activate#token=t0ken" in text(sent)
    with psycopg.connect(database.dsn) as connection:
        assert connection.execute("SELECT state, sealed FROM mails").fetchone() == ("sent", None)


def test_a_match_is_mailed_to_both_by_name(wired: Wiring, hear: Callable[[Message], None], post: FakePost) -> None:
    hear(ProfileChanged(member_id=str(ANN), name="Ann", fictional=False))
    hear(ProfileChanged(member_id=str(BO), name="Bo", fictional=True))

    hear(a_match())
    send_mails(wired.mail_room())

    assert {sent["To"]: sent["Subject"] for sent in post.sent} == {
        "ann@example.org": "You and Bo (fictional profile) like each other",
        "bo@example.org": "You and Ann like each other",
    }
    assert len({sent["Message-ID"] for sent in post.sent}) == 2


def test_a_new_conversation_is_mailed_to_the_partner(
    wired: Wiring, hear: Callable[[Message], None], post: FakePost
) -> None:
    conversation = str(uuid4())
    hear(ConversationStarted(conversation_id=conversation, starter_id=str(ANN), partner_id=str(BO)))

    send_mails(wired.mail_room())

    [sent] = post.sent
    assert (sent["To"], sent["Subject"]) == ("bo@example.org", "Someone wrote to you")
    assert f"https://pairwise.test/en/chats/{conversation}" in text(sent)


def test_a_payment_is_receipted(wired: Wiring, hear: Callable[[Message], None], post: FakePost) -> None:
    hear(
        PaymentCompleted(
            payment_id=str(uuid4()), member_id=str(ANN), credits=50, amount="19.99", currency="EUR", method="paypal"
        )
    )

    send_mails(wired.mail_room())

    assert "€19.99" in text(post.sent[0])


def test_what_identity_says_is_understood(wired: Wiring, hear: Callable[[Message], None], database: Database) -> None:
    hear(golden_event(MailRequested))

    assert mails(database) == [("queued", None, 0)]


@pytest.mark.parametrize("reason", ["unconfirmed", "demonstration", "gone", "unwanted", "blocked", "deleted"])
def test_a_mail_is_withheld(
    wired: Wiring,
    hear: Callable[[Message], None],
    contacts: FakeContacts,
    post: FakePost,
    database: Database,
    reason: str,
) -> None:
    hear(ConversationStarted(conversation_id=str(uuid4()), starter_id=str(ANN), partner_id=str(BO)))
    match reason:
        case "unconfirmed":
            contacts.known[BO] = an_addressee(is_confirmed=False)
        case "demonstration":
            contacts.known[BO] = an_addressee("bo@pairwise.example")
        case "gone":
            del contacts.known[BO]
        case "unwanted":
            change_preference(wired.unit_of_work(), BO, Kind.NEW_CONVERSATIONS, email=False)
        case "blocked":
            hear(MemberBlocked(blocker_id=str(BO), blocked_id=str(ANN)))
        case "deleted":
            hear(MemberDeleted(member_id=str(ANN)))

    send_mails(wired.mail_room())

    assert post.sent == []
    assert [(state, why) for state, why, _ in mails(database)] == [
        ("suppressed", "gone" if reason == "deleted" else reason)
    ]


def test_an_erased_member_leaves_nothing(wired: Wiring, hear: Callable[[Message], None], database: Database) -> None:
    hear(ProfileChanged(member_id=str(ANN), name="Ann"))
    hear(a_match())
    change_preference(wired.unit_of_work(), ANN, Kind.LIKE, email=False)

    hear(MemberErased(member_id=str(ANN)))

    with psycopg.connect(database.dsn) as connection:
        for table in ("mails", "names", "preferences"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)  # noqa: S608


@pytest.mark.parametrize("part", ["post", "identity", "profiles"])
def test_an_outage_costs_no_try(
    wired: Wiring,
    hear: Callable[[Message], None],
    contacts: FakeContacts,
    post: FakePost,
    sight: FakeSight,
    database: Database,
    part: str,
) -> None:
    hear(a_match())
    for _ in range(8):
        post.is_closed, contacts.is_down, sight.is_down = part == "post", part == "identity", part == "profiles"
        assert send_mails(wired.mail_room()) == 0
        make_due(database)
    assert mails(database) == [("queued", None, 0)] * 2

    post.is_closed = contacts.is_down = sight.is_down = False
    assert send_mails(wired.mail_room()) == 2
    assert len(post.sent) == 2


def test_who_may_not_be_seen_is_in_no_mail(
    wired: Wiring, hear: Callable[[Message], None], post: FakePost, sight: FakeSight, database: Database
) -> None:
    sight.hidden = {ANN}
    hear(a_match())

    # Asked once more after a pause: an invisible member who has just written may be seen a moment later.
    for _ in range(2):
        send_mails(wired.mail_room())
        make_due(database)

    assert sorted(mails(database)) == [("sent", None, 1), ("suppressed", "hidden", 2)]
    assert [sent["To"] for sent in post.sent] == ["ann@example.org"]


def test_a_mail_that_is_not_taken_is_tried_five_times(
    wired: Wiring, hear: Callable[[Message], None], post: FakePost, database: Database
) -> None:
    hear(an_activation(wired))
    post.fails = TryAgain(451)
    for tries in range(1, 5):
        assert send_mails(wired.mail_room()) == 1  # and none before its pause is over
        assert mails(database) == [("queued", None, tries)]
        make_due(database)

    send_mails(wired.mail_room())

    assert mails(database) == [("failed", "given_up", 5)]


def test_a_mail_that_cannot_be_made_holds_up_no_other(
    wired: Wiring, hear: Callable[[Message], None], post: FakePost, database: Database
) -> None:
    broken = an_activation(wired)
    broken.sealed = b"not sealed by identity"
    hear(broken)
    hear(an_activation(wired))

    send_mails(wired.mail_room())

    assert len(post.sent) == 1
    assert mails(database) == [("queued", None, 1), ("sent", None, 1)]


def test_an_address_that_bounces_gets_no_more_mails(
    wired: Wiring, hear: Callable[[Message], None], post: FakePost, database: Database
) -> None:
    hear(ConversationStarted(conversation_id=str(uuid4()), starter_id=str(ANN), partner_id=str(BO)))
    post.fails = AddressRefused(550)
    send_mails(wired.mail_room())
    post.fails = None

    hear(a_match())
    send_mails(wired.mail_room())

    assert [sent["To"] for sent in post.sent] == ["ann@example.org"]
    [event] = announced(database, MailSuppressed)
    assert (event.member_id, event.reason) == (str(BO), "bounced")


def test_a_refused_mail_says_nothing_about_its_address(
    wired: Wiring, hear: Callable[[Message], None], post: FakePost, database: Database
) -> None:
    hear(an_activation(wired))
    post.fails = MailRefused(554)

    send_mails(wired.mail_room())

    assert mails(database) == [("failed", "refused", 1)]
    assert announced(database, MailSuppressed) == []


def test_workers_side_by_side_send_each_mail_once(
    wired: Wiring, hear: Callable[[Message], None], post: FakePost, database: Database
) -> None:
    for _ in range(20):
        hear(an_activation(wired))

    with ThreadPoolExecutor(4) as threads:
        for turn in [threads.submit(send_mails, wired.mail_room()) for _ in range(4)]:
            turn.result()

    assert len({sent["Message-ID"] for sent in post.sent}) == len(post.sent) == 20


def test_a_worker_that_died_leaves_its_mail_to_the_next(
    wired: Wiring, hear: Callable[[Message], None], post: FakePost, database: Database
) -> None:
    hear(an_activation(wired))
    with wired.unit_of_work() as uow:
        assert uow.mails.claim(timedelta(minutes=2))
        uow.commit()

    assert send_mails(wired.mail_room()) == 0
    make_due(database)  # the lease is over
    assert send_mails(wired.mail_room()) == 1
    assert len(post.sent) == 1


def test_finished_mails_are_forgotten(wired: Wiring, hear: Callable[[Message], None], database: Database) -> None:
    hear(a_match())
    send_mails(wired.mail_room())
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute(
            "UPDATE mails SET finished_at = now() - interval '31 days' WHERE id = (SELECT id FROM mails LIMIT 1)"
        )

    [forget] = [job for job in jobs(wired) if job.name == "forget_old_rows"]
    forget.run()

    assert len(mails(database)) == 1


class Inbox:
    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.mails.append(message_from_bytes(envelope.content, policy=default))
        return "250 OK"


def test_a_mail_goes_all_the_way_through_a_real_server(wired: Wiring, hear: Callable[[Message], None]) -> None:
    inbox, port = Inbox(), free_port()
    server = Controller(inbox, hostname="127.0.0.1", port=port, ready_timeout=60)
    server.start()
    try:
        hear(a_match())
        send_mails(replace(wired, post=SmtpPost(f"smtp://127.0.0.1:{port}", tls=Tls.NONE)).mail_room())
    finally:
        server.stop()

    assert sorted(mail["To"] for mail in inbox.mails) == ["ann@example.org", "bo@example.org"]
    for mail in inbox.mails:
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
        assert UUID(mail["Message-ID"][1:37])


@pytest.mark.parametrize(
    ("event", "many"),
    [
        (PaymentFailed(method="directdebit", status="failed"), 1),
        (PaymentFailed(method="directdebit", status="cancelled"), 0),
        (PaymentFailed(method="creditcard", status="failed"), 0),
        (PaymentReversed(reason="chargeback", debt=5), 1),
        (PaymentReversed(reason="discount_used"), 1),
        (PaymentReversed(reason="withdrawal"), 0),
        (PaymentReversed(), 0),
    ],
)
def test_money_is_mailed_of_where_no_page_and_no_receipt_tells_of_it(
    wired: Wiring,
    database: Database,
    hear: Callable[[Message], None],
    post: FakePost,
    event: Any,
    many: int,
) -> None:
    event.payment_id, event.member_id, event.amount, event.currency = str(uuid4()), str(ANN), "9.99", "EUR"
    hear(event)
    send_mails(wired.mail_room())

    assert [state for state, _, _ in mails(database)] == ["sent"] * many
    assert all("9.99" in text(mail) for mail in post.sent)
