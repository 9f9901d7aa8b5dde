"""Emails that are not sent, not yet or not at all."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from google.protobuf.message import Message
from notifications.domain.preferences import NotificationKind
from notifications.ports import AddressRejected, EmailDeferred, EmailRejected
from notifications.tests.fakes import FakeContacts, FakeMailServer, FakeVisibility, a_recipient
from notifications.tests.sending import ANN, BO, a_match, an_activation, mails, make_due
from notifications.usecases.change_preference import change_preference
from notifications.usecases.send_emails import send_emails
from notifications.wiring import Wiring
from pairwise.chat.v1.events_pb2 import ConversationStarted
from pairwise.identity.v1.events_pb2 import MemberDeleted
from pairwise.notifications.v1.events_pb2 import MailSuppressed
from pairwise.profiles.v1.events_pb2 import MemberBlocked
from shared.kit.db import Database
from shared.kit.testing.announced import announced


@pytest.fixture(autouse=True)
def known(contacts: FakeContacts) -> None:
    contacts.known = {ANN: a_recipient(), BO: a_recipient("bo@example.org")}


@pytest.mark.parametrize("reason", ["unconfirmed", "demonstration", "gone", "unwanted", "blocked", "deleted"])
def test_a_mail_is_withheld(
    wired: Wiring,
    handle: Callable[[Message], None],
    contacts: FakeContacts,
    mail_server: FakeMailServer,
    database: Database,
    reason: str,
) -> None:
    handle(ConversationStarted(conversation_id=str(uuid4()), starter_id=str(ANN), partner_id=str(BO)))
    match reason:
        case "unconfirmed":
            contacts.known[BO] = a_recipient(is_confirmed=False)
        case "demonstration":
            contacts.known[BO] = a_recipient("bo@pairwise.example")
        case "gone":
            del contacts.known[BO]
        case "unwanted":
            change_preference(wired.unit_of_work(), BO, NotificationKind.NEW_CONVERSATIONS, email=False)
        case "blocked":
            handle(MemberBlocked(blocker_id=str(BO), blocked_id=str(ANN)))
        case "deleted":
            handle(MemberDeleted(member_id=str(ANN)))

    send_emails(wired.email_delivery())

    assert mail_server.sent == []
    assert [(state, why) for state, why, _ in mails(database)] == [
        ("suppressed", "gone" if reason == "deleted" else reason)
    ]


@pytest.mark.parametrize("part", ["mail server", "identity", "profiles"])
def test_an_outage_costs_no_try(
    wired: Wiring,
    handle: Callable[[Message], None],
    contacts: FakeContacts,
    mail_server: FakeMailServer,
    visibility: FakeVisibility,
    database: Database,
    part: str,
) -> None:
    handle(a_match())
    for _ in range(8):
        mail_server.is_down, contacts.is_down, visibility.is_down = (
            part == "mail server",
            part == "identity",
            part == "profiles",
        )
        assert send_emails(wired.email_delivery()) == 0
        make_due(database)
    assert mails(database) == [("queued", None, 0)] * 2

    mail_server.is_down = contacts.is_down = visibility.is_down = False
    assert send_emails(wired.email_delivery()) == 2
    assert len(mail_server.sent) == 2


def test_a_hidden_member_is_in_no_email(
    wired: Wiring,
    handle: Callable[[Message], None],
    mail_server: FakeMailServer,
    visibility: FakeVisibility,
    database: Database,
) -> None:
    visibility.hidden = {ANN}
    handle(a_match())

    # Checked once more after a delay: an invisible member is visible once profiles has handled their message.
    for _ in range(2):
        send_emails(wired.email_delivery())
        make_due(database)

    assert sorted(mails(database)) == [("sent", None, 1), ("suppressed", "hidden", 2)]
    assert [sent["To"] for sent in mail_server.sent] == ["ann@example.org"]


def test_a_deferred_email_is_tried_five_times(
    wired: Wiring, handle: Callable[[Message], None], mail_server: FakeMailServer, database: Database
) -> None:
    handle(an_activation(wired))
    mail_server.fails = EmailDeferred(451)
    for tries in range(1, 5):
        assert send_emails(wired.email_delivery()) == 1  # and none before its pause is over
        assert mails(database) == [("queued", None, tries)]
        make_due(database)

    send_emails(wired.email_delivery())

    assert mails(database) == [("failed", "given_up", 5)]


def test_an_email_that_cannot_be_rendered_blocks_no_other(
    wired: Wiring, handle: Callable[[Message], None], mail_server: FakeMailServer, database: Database
) -> None:
    broken = an_activation(wired)
    broken.sealed = b"not sealed by identity"
    handle(broken)
    handle(an_activation(wired))

    send_emails(wired.email_delivery())

    assert len(mail_server.sent) == 1
    assert mails(database) == [("queued", None, 1), ("sent", None, 1)]


def test_an_address_that_bounces_gets_no_more_mails(
    wired: Wiring, handle: Callable[[Message], None], mail_server: FakeMailServer, database: Database
) -> None:
    handle(ConversationStarted(conversation_id=str(uuid4()), starter_id=str(ANN), partner_id=str(BO)))
    mail_server.fails = AddressRejected(550)
    send_emails(wired.email_delivery())
    mail_server.fails = None

    handle(a_match())
    send_emails(wired.email_delivery())

    assert [sent["To"] for sent in mail_server.sent] == ["ann@example.org"]
    [event] = announced(database, MailSuppressed)
    assert (event.member_id, event.reason) == (str(BO), "bounced")


def test_a_rejected_email_does_not_suppress_its_address(
    wired: Wiring, handle: Callable[[Message], None], mail_server: FakeMailServer, database: Database
) -> None:
    handle(an_activation(wired))
    mail_server.fails = EmailRejected(554)

    send_emails(wired.email_delivery())

    assert mails(database) == [("failed", "refused", 1)]
    assert announced(database, MailSuppressed) == []
