"""Handlers of billing's events."""

from datetime import UTC
from uuid import UUID

from pairwise.billing.v1.events_pb2 import (
    DirectDebitAnnounced,
    InvitationRewardPaid,
    InvoiceIssued,
    PaymentCompleted,
    PaymentFailed,
    PaymentReversed,
    TextMessageSent,
    WithdrawalReceived,
)
from shared.kit.core import new_id
from shared.kit.events import Subscriptions

from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.text_message import TextMessageState
from notifications.storage import NotificationsUnit
from notifications.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(PaymentCompleted)
def queue_receipt(uow: NotificationsUnit, event: PaymentCompleted, wiring: Wiring) -> None:
    """Queue the receipt, and count the purchase for the campaigns its member was drawn for.

    It ends the series that stop at a purchase.
    """
    at = event.completed_at.ToDatetime(UTC) if event.completed_at.seconds else uow.now()
    uow.campaign_results.record_purchase(UUID(event.member_id), at)
    uow.series.end_of_buyer(UUID(event.member_id), at)
    uow.emails.queue(
        Email(
            id=new_id(),
            member_id=UUID(event.member_id),
            template=EmailTemplate.PAYMENT_RECEIPT,
            params={
                "payment_id": event.payment_id,
                "credits": str(event.credits),
                "amount": event.amount,
                "currency": event.currency,
                "method": event.method,
                "vat": event.vat,
                "vat_rate": event.vat_rate,
            },
        )
    )


@subscriptions.on(InvoiceIssued)
def queue_invoice(uow: NotificationsUnit, event: InvoiceIssued, wiring: Wiring) -> None:
    uow.emails.queue(
        Email(
            id=new_id(),
            member_id=UUID(event.member_id),
            template=EmailTemplate.INVOICE,
            params={
                "company": event.company,
                "number": str(event.number),
                "kind": "credit_note" if event.is_credit_note else "invoice",
                "amount": event.amount,
                "currency": event.currency,
            },
        )
    )


@subscriptions.on(PaymentFailed)
def queue_failed_debit(uow: NotificationsUnit, event: PaymentFailed, wiring: Wiring) -> None:
    """Queue an email about a direct debit, which a bank refuses days later. Other payments fail on an open page."""
    if event.method != "directdebit" or event.status != "failed":
        return
    uow.emails.queue(
        Email(
            id=new_id(),
            member_id=UUID(event.member_id),
            template=EmailTemplate.DEBIT_FAILED,
            params={"payment_id": event.payment_id, "amount": event.amount, "currency": event.currency},
        )
    )


@subscriptions.on(PaymentReversed)
def queue_reversal(uow: NotificationsUnit, event: PaymentReversed, wiring: Wiring) -> None:
    """A withdrawal has a receipt of its own. An event without a reason is from a release before this email existed.

    Where no credits were taken there is nothing to report: the sum was smaller than the price of one.
    """
    if event.reason in ("", "withdrawal") or not event.credits:
        return
    uow.emails.queue(
        Email(
            id=new_id(),
            member_id=UUID(event.member_id),
            template=EmailTemplate.MONEY_BACK,
            params={
                "payment_id": event.payment_id,
                "credits": str(event.credits),
                "amount": event.amount,
                "currency": event.currency,
                "reason": event.reason,
                "debt": str(event.debt),
            },
        )
    )


@subscriptions.on(WithdrawalReceived)
def queue_withdrawal_receipt(uow: NotificationsUnit, event: WithdrawalReceived, wiring: Wiring) -> None:
    """Queue the receipt that the law demands for a withdrawal, with its content and its time."""
    uow.emails.queue(
        Email(
            id=new_id(),
            member_id=UUID(event.member_id),
            template=EmailTemplate.WITHDRAWAL,
            params={
                "refund_id": event.refund_id,
                "payment_id": event.payment_id,
                "credits": str(event.credits),
                "amount": event.amount,
                "currency": event.currency,
                "method": event.method,
                "stated_at": event.stated_at.ToDatetime(UTC).isoformat(),
            },
        )
    )


@subscriptions.on(DirectDebitAnnounced)
def queue_debit_announcement(uow: NotificationsUnit, event: DirectDebitAnnounced, wiring: Wiring) -> None:
    uow.emails.queue(
        Email(
            id=new_id(),
            member_id=UUID(event.member_id),
            template=EmailTemplate.DIRECT_DEBIT,
            params={
                "payment_id": event.payment_id,
                "amount": event.amount,
                "currency": event.currency,
                "mandate_reference": event.mandate_reference,
                "due_on": event.due_on,
            },
        )
    )


@subscriptions.on(InvitationRewardPaid)
def queue_invitation_reward(uow: NotificationsUnit, event: InvitationRewardPaid, wiring: Wiring) -> None:
    uow.emails.queue(
        Email(
            id=new_id(),
            member_id=UUID(event.member_id),
            template=EmailTemplate.INVITATION_REWARD,
            params={"credits": str(event.credits)},
        )
    )


@subscriptions.on(TextMessageSent)
def record_text(uow: NotificationsUnit, event: TextMessageSent, wiring: Wiring) -> None:
    """Record a text message of billing, which the provider reports to this service."""
    uow.texts.record(UUID(event.message_id), UUID(event.member_id), event.purpose, TextMessageState(event.state))
