"""The email with an invoice: its PDF attached, sent once, and waiting alone while billing is down."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from google.protobuf.message import Message
from notifications.ports import Attachment
from notifications.tests.fakes import FakeContacts, FakeInvoices, FakeMailServer, a_recipient
from notifications.tests.sending import ANN, mails, make_due, text
from notifications.usecases.send_emails import send_emails
from notifications.wiring import Wiring
from pairwise.billing.v1.events_pb2 import InvitationRewardPaid, InvoiceIssued
from shared.kit.db import Database

PDF = Attachment("invoice-17.pdf", b"%PDF-1.3 of an invoice")


def an_invoice(*, is_credit_note: bool = False) -> InvoiceIssued:
    return InvoiceIssued(
        company="NL-1",
        number=17,
        payment_id=str(uuid4()),
        member_id=str(ANN),
        is_credit_note=is_credit_note,
        amount="-9.99" if is_credit_note else "9.99",
        currency="EUR",
    )


@pytest.mark.parametrize(("is_credit_note", "name"), [(False, "invoice"), (True, "credit note")])
def test_the_document_is_attached(
    wired: Wiring,
    handle: Callable[[Message], None],
    contacts: FakeContacts,
    invoices: FakeInvoices,
    mail_server: FakeMailServer,
    is_credit_note: bool,
    name: str,
) -> None:
    contacts.known[ANN] = a_recipient()
    invoices.known[ANN, "NL-1", 17] = PDF
    handle(an_invoice(is_credit_note=is_credit_note))
    send_emails(wired.email_delivery())

    [sent] = mail_server.sent
    [attached] = sent.iter_attachments()
    assert (attached.get_content_type(), attached.get_filename()) == ("application/pdf", PDF.file_name)
    assert attached.get_content() == PDF.content
    assert (sent["Content-Language"], sent["Subject"]) == ("en", f"Your {name} from Pairwise")
    assert f"{name.capitalize()} number" in text(sent)


def test_while_billing_is_down_other_emails_go_out(
    wired: Wiring,
    database: Database,
    handle: Callable[[Message], None],
    contacts: FakeContacts,
    invoices: FakeInvoices,
    mail_server: FakeMailServer,
) -> None:
    contacts.known[ANN] = a_recipient()
    invoices.known[ANN, "NL-1", 17] = PDF
    invoices.is_down = True
    handle(an_invoice())
    handle(InvitationRewardPaid(reward_id=str(uuid4()), member_id=str(ANN), credits=20, site="pairwise"))
    send_emails(wired.email_delivery())
    assert [(state, tries) for state, _, tries in mails(database)] == [("queued", 0), ("sent", 1)]

    invoices.is_down = False
    make_due(database)
    send_emails(wired.email_delivery())
    assert len(mail_server.sent) == 2
    assert {state for state, _, _ in mails(database)} == {"sent"}
