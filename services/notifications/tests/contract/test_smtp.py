"""The SMTP client against a real server, with every class of answer."""

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any
from uuid import UUID

import pytest
from aiosmtpd.controller import Controller
from notifications.clients.smtp import SmtpServer, Tls
from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.emails import EmailRenderer
from notifications.ports import AddressRejected, EmailDeferred, EmailRejected, MailServerUnavailable, OutgoingEmail
from notifications.tests.fakes import a_recipient
from notifications.tests.rendering import LOCALES_DIR
from notifications.unsubscribe_links import UnsubscribeLinks
from runner.ports import free_port
from shared.kit.core import SigningKeys
from shared.kit.core.keys import new_key
from shared.sites import SiteDirectory

# A server in this process is slow on a busy machine; its speed is not under test.
TIMEOUT_SECONDS = 60


class Mailboxes:
    """A mail server that accepts everything, unless an answer is set."""

    def __init__(self) -> None:
        self.taken: list[Any] = []
        self.peers: set[Any] = set()
        self.on_recipient = self.on_data = "250 OK"

    async def handle_RCPT(  # noqa: N802 - the server names its hooks so
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.on_recipient.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.on_recipient

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.peers.add(session.peer)
        if self.on_data.startswith("250"):
            self.taken.append(envelope)
        return self.on_data


@pytest.fixture
def mailboxes() -> Mailboxes:
    return Mailboxes()


@pytest.fixture
def mail_server(mailboxes: Mailboxes) -> Iterator[SmtpServer]:
    port = free_port()
    controller = Controller(mailboxes, hostname="127.0.0.1", port=port, ready_timeout=TIMEOUT_SECONDS)
    controller.start()
    client = SmtpServer(f"smtp://127.0.0.1:{port}", tls=Tls.NONE, deadline_seconds=TIMEOUT_SECONDS)
    yield client
    client.close()
    controller.stop()


def a_message() -> OutgoingEmail:
    return OutgoingEmail("support@pairwise.example", "ann@example.org", b"Subject: Hello\r\n\r\nHello\r\n")


def test_a_mail_arrives(mail_server: SmtpServer, mailboxes: Mailboxes) -> None:
    mail_server.send(a_message())

    [envelope] = mailboxes.taken
    assert (envelope.mail_from, envelope.rcpt_tos) == ("support@pairwise.example", ["ann@example.org"])


@pytest.mark.parametrize(
    ("mood", "answer", "raised"),
    [
        ("on_recipient", "550 no such mailbox", AddressRejected),
        ("on_recipient", "450 busy", EmailDeferred),
        ("on_data", "554 looks like spam", EmailRejected),
        ("on_data", "451 try later", EmailDeferred),
    ],
)
def test_each_answer_has_its_meaning(
    mail_server: SmtpServer, mailboxes: Mailboxes, mood: str, answer: str, raised: type[Exception]
) -> None:
    setattr(mailboxes, mood, answer)

    with pytest.raises(raised):
        mail_server.send(a_message())
    assert mailboxes.taken == []


def test_a_refused_connection_is_an_outage() -> None:
    with pytest.raises(MailServerUnavailable):
        SmtpServer("smtp://127.0.0.1:1").send(a_message())


def test_a_server_that_never_answers_is_left_at_the_deadline() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(MailServerUnavailable):
        SmtpServer(f"smtp://127.0.0.1:{silent.getsockname()[1]}", deadline_seconds=0.3).send(a_message())


def test_a_connection_is_kept_for_the_next_email(mail_server: SmtpServer, mailboxes: Mailboxes) -> None:
    for _ in range(3):
        mail_server.send(a_message())
    mailboxes.on_recipient = "550 no such mailbox"
    with pytest.raises(AddressRejected):
        mail_server.send(a_message())
    mailboxes.on_recipient = "250 OK"
    mail_server.send(a_message())

    assert (len(mailboxes.taken), len(mailboxes.peers)) == (4, 1)


def test_a_connection_that_the_server_has_closed_is_replaced(mail_server: SmtpServer, mailboxes: Mailboxes) -> None:
    mail_server.send(a_message())
    [kept] = mail_server._idle
    kept.server.sock.shutdown(socket.SHUT_RDWR)

    mail_server.send(a_message())

    assert (len(mailboxes.taken), len(mailboxes.peers)) == (2, 2)


def test_a_connection_is_closed_after_enough_emails(
    mail_server: SmtpServer, mailboxes: Mailboxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notifications.clients.smtp.MOST_EMAILS", 2)
    for _ in range(3):
        mail_server.send(a_message())

    assert len(mailboxes.peers) == 2


def test_threads_send_over_connections_of_their_own(mail_server: SmtpServer, mailboxes: Mailboxes) -> None:
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: mail_server.send(a_message()), range(40)))

    assert len(mailboxes.taken) == 40
    assert len(mailboxes.peers) <= 4


class Relay:
    """Accepts mail with or without SMTPUTF8, and keeps what it was told before the message and in it."""

    def __init__(self) -> None:
        self.taken: list[tuple[list[str], bytes]] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.taken.append((envelope.rcpt_tos, envelope.content))
        return "250 OK"


def sent_by(has_smtputf8: bool, address: str) -> tuple[list[str], EmailMessage]:
    """What a relay has taken of an email to this address, as a parser reads it. Raises EmailRejected."""
    relay, port = Relay(), free_port()
    controller = Controller(
        relay, hostname="127.0.0.1", port=port, ready_timeout=TIMEOUT_SECONDS, enable_SMTPUTF8=has_smtputf8
    )
    controller.start()
    client = SmtpServer(f"smtp://127.0.0.1:{port}", tls=Tls.NONE, deadline_seconds=TIMEOUT_SECONDS)
    try:
        keys = SigningKeys.read(new_key())
        renderer = EmailRenderer(LOCALES_DIR, SiteDirectory(), UnsubscribeLinks(keys), statement_keys=keys)
        queued = Email(UUID(int=9), UUID(int=1), EmailTemplate.ACTIVATION, {"token": "t"}, created_at=datetime.now(UTC))
        client.send(renderer.render(queued, a_recipient(address), None, is_discreet=True))
    finally:
        client.close()
        controller.stop()
    [(recipients, content)] = relay.taken
    return recipients, message_from_bytes(content, policy=default)


@pytest.mark.parametrize("has_smtputf8", [False, True])
@pytest.mark.parametrize("address", ["ann@b\u00fccher.example.org", "ann@xn--bcher-kva.example.org"])
def test_a_domain_in_letters_needs_no_smtputf8(has_smtputf8: bool, address: str) -> None:
    recipients, message = sent_by(has_smtputf8, address)

    assert recipients == ["ann@xn--bcher-kva.example.org"]
    assert message["To"].addresses[0].addr_spec == "ann@xn--bcher-kva.example.org"
    assert message["Subject"].defects == ()


def test_letters_before_the_at_take_smtputf8() -> None:
    recipients, message = sent_by(True, "j\u00f6rg@example.org")

    assert recipients == ["j\u00f6rg@example.org"]
    assert message["To"].encode("utf-8", "surrogateescape").decode() == "j\u00f6rg@example.org"
    with pytest.raises(EmailRejected):
        sent_by(False, "j\u00f6rg@example.org")
