"""From an event to the email that is sent, on a real queue."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from aiosmtpd.controller import Controller
from google.protobuf.message import Message
from notifications.clients.mail_servers import MailServers
from notifications.clients.smtp import SmtpServer, Tls
from notifications.domain.preferences import NotificationKind
from notifications.tests.fakes import FakeContacts, FakeMailServer, a_recipient
from notifications.tests.sending import ANN, BO, Inbox, a_match, an_activation, mails, make_due, text
from notifications.usecases.change_preference import change_preference, set_discreet_emails
from notifications.usecases.send_emails import send_emails
from notifications.wiring import Wiring
from notifications.worker import jobs
from pairwise.billing.v1.events_pb2 import PaymentCompleted, PaymentFailed, PaymentReversed
from pairwise.chat.v1.events_pb2 import ConversationStarted
from pairwise.identity.v1.events_pb2 import MailRequested, MemberErased
from pairwise.profiles.v1.events_pb2 import ProfileChanged
from runner.ports import free_port
from shared.kit.db import Database
from shared.kit.testing.golden import golden_event


@pytest.fixture(autouse=True)
def known(contacts: FakeContacts) -> None:
    contacts.known = {ANN: a_recipient(), BO: a_recipient("bo@example.org")}


def test_a_sealed_mail_is_opened_only_to_send_it(
    wired: Wiring, handle: Callable[[Message], None], mail_server: FakeMailServer, database: Database
) -> None:
    handle(an_activation(wired))
    with psycopg.connect(database.dsn) as connection:
        assert "t0ken" not in str(connection.execute("SELECT * FROM mails").fetchall())

    send_emails(wired.email_delivery())

    [sent] = mail_server.sent
    assert sent["To"] == "new@example.org"
    assert "https://pairwise.test/activate#token=t0ken" in text(sent)
    with psycopg.connect(database.dsn) as connection:
        assert connection.execute("SELECT state, sealed FROM mails").fetchone() == ("sent", None)


def test_a_match_is_mailed_to_both_and_named_only_on_request(
    wired: Wiring, handle: Callable[[Message], None], mail_server: FakeMailServer
) -> None:
    handle(ProfileChanged(member_id=str(ANN), name="Ann", fictional=False))
    handle(ProfileChanged(member_id=str(BO), name="Bo", fictional=True))
    set_discreet_emails(wired.unit_of_work(), ANN, False)

    handle(a_match())
    send_emails(wired.email_delivery())

    assert {sent["To"]: sent["Subject"] for sent in mail_server.sent} == {
        "ann@example.org": "You and Bo (fictional profile) like each other",
        "bo@example.org": "You have a new match",
    }
    assert len({sent["Message-ID"] for sent in mail_server.sent}) == 2


def test_a_new_conversation_is_mailed_to_the_partner(
    wired: Wiring, handle: Callable[[Message], None], mail_server: FakeMailServer
) -> None:
    conversation = str(uuid4())
    handle(ConversationStarted(conversation_id=conversation, starter_id=str(ANN), partner_id=str(BO)))

    send_emails(wired.email_delivery())

    [sent] = mail_server.sent
    assert (sent["To"], sent["Subject"]) == ("bo@example.org", "Someone wrote to you")
    assert f"https://pairwise.test/en/chats/{conversation}" in text(sent)


def test_a_payment_is_receipted(wired: Wiring, handle: Callable[[Message], None], mail_server: FakeMailServer) -> None:
    handle(
        PaymentCompleted(
            payment_id=str(uuid4()), member_id=str(ANN), credits=50, amount="19.99", currency="EUR", method="paypal"
        )
    )

    send_emails(wired.email_delivery())

    assert "€19.99" in text(mail_server.sent[0])


def test_an_email_of_identity_is_queued(wired: Wiring, handle: Callable[[Message], None], database: Database) -> None:
    handle(golden_event(MailRequested))

    assert mails(database) == [("queued", None, 0)]


def test_an_erased_member_leaves_nothing(wired: Wiring, handle: Callable[[Message], None], database: Database) -> None:
    handle(ProfileChanged(member_id=str(ANN), name="Ann"))
    handle(a_match())
    change_preference(wired.unit_of_work(), ANN, NotificationKind.LIKE, email=False)

    handle(MemberErased(member_id=str(ANN)))

    with psycopg.connect(database.dsn) as connection:
        for table in ("mails", "names", "preferences"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)  # noqa: S608


def test_workers_side_by_side_send_each_mail_once(
    wired: Wiring, handle: Callable[[Message], None], mail_server: FakeMailServer, database: Database
) -> None:
    for _ in range(20):
        handle(an_activation(wired))

    with ThreadPoolExecutor(4) as threads:
        for turn in [threads.submit(send_emails, wired.email_delivery()) for _ in range(4)]:
            turn.result()

    assert len({sent["Message-ID"] for sent in mail_server.sent}) == len(mail_server.sent) == 20


def test_an_email_of_a_dead_worker_is_sent_after_its_lease(
    wired: Wiring, handle: Callable[[Message], None], mail_server: FakeMailServer, database: Database
) -> None:
    handle(an_activation(wired))
    with wired.unit_of_work() as uow:
        assert uow.emails.claim(timedelta(minutes=2), 100)
        uow.commit()

    assert send_emails(wired.email_delivery()) == 0
    make_due(database)  # the end of the lease
    assert send_emails(wired.email_delivery()) == 1
    assert len(mail_server.sent) == 1


def test_finished_mails_are_forgotten(wired: Wiring, handle: Callable[[Message], None], database: Database) -> None:
    handle(a_match())
    send_emails(wired.email_delivery())
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute(
            "UPDATE mails SET finished_at = now() - interval '31 days' WHERE id = (SELECT id FROM mails LIMIT 1)"
        )

    [forget] = [job for job in jobs(wired) if job.name == "forget_old_rows"]
    forget.run()

    assert len(mails(database)) == 1


def test_a_mail_goes_all_the_way_through_a_real_server(wired: Wiring, handle: Callable[[Message], None]) -> None:
    inbox, port = Inbox(), free_port()
    server = Controller(inbox, hostname="127.0.0.1", port=port, ready_timeout=60)
    server.start()
    try:
        handle(a_match())
        common = SmtpServer(f"smtp://127.0.0.1:{port}", tls=Tls.NONE)
        send_emails(replace(wired, mail_server=MailServers(wired.sites, common, {})).email_delivery())
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
        (PaymentReversed(reason="chargeback", credits=5, debt=5), 1),
        (PaymentReversed(reason="discount_used", credits=5), 1),
        (PaymentReversed(reason="refund"), 0),
        (PaymentReversed(reason="withdrawal"), 0),
        (PaymentReversed(), 0),
    ],
)
def test_payments_are_mailed_where_no_page_and_no_receipt_shows_them(
    wired: Wiring,
    database: Database,
    handle: Callable[[Message], None],
    mail_server: FakeMailServer,
    event: Any,
    many: int,
) -> None:
    event.payment_id, event.member_id, event.amount, event.currency = str(uuid4()), str(ANN), "9.99", "EUR"
    handle(event)
    send_emails(wired.email_delivery())

    assert [state for state, _, _ in mails(database)] == ["sent"] * many
    assert all("9.99" in text(mail) for mail in mail_server.sent)
