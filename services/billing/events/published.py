"""Events billing publishes, made from the rows they report. Sums have the decimals of their currency: `9.99`."""

from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

from pairwise.billing.v1.events_pb2 import (
    BecamePremium,
    CreditsChanged,
    DirectDebitAnnounced,
    DiscountCodeChanged,
    InvitationRewardDecided,
    InvitationRewardPaid,
    InvoiceIssued,
    PaymentCompleted,
    PaymentFailed,
    PaymentReversed,
    PurchaseRestored,
    TextMessageSent,
    WithdrawalReceived,
)
from shared.sites import Money

from billing.domain.discount import Discount
from billing.domain.invitation_reward import InvitationReward
from billing.domain.invoice import Invoice
from billing.domain.payment import Payment, ReversalReason
from billing.domain.refund import Refund
from billing.domain.wallet import Wallet

# The bank is asked this long after the order; the mail before it is the pre-notification that SEPA demands.
DEBITED_AFTER = timedelta(days=1)


def credits_changed(wallet: Wallet) -> CreditsChanged:
    """The content of a wallet after its change number `version`; consumers ignore older versions.

    The statement that charges credits writes the same event in SQL (storage/charge.py).
    """
    return CreditsChanged(
        member_id=str(wallet.member_id),
        balance=wallet.balance,
        version=wallet.version,
        free_messages_left=wallet.free_messages_left,
    )


def became_premium(payment: Payment) -> BecamePremium:
    return BecamePremium(member_id=str(payment.member_id))


def payment_completed(payment: Payment, at: datetime) -> PaymentCompleted:
    return PaymentCompleted(
        payment_id=str(payment.id),
        member_id=str(payment.member_id),
        credits=payment.credits,
        amount=payment.amount.text,
        currency=payment.amount.currency,
        method=payment.method,
        vat=payment.vat.text,
        vat_rate=f"{Decimal(payment.vat_rate) / 100:f}".rstrip("0").rstrip("."),
        discount=payment.discount.text,
        site=payment.site,
        discount_code=payment.discount_code or "",
        completed_at=at,
    )


def payment_failed(payment: Payment) -> PaymentFailed:
    return PaymentFailed(
        payment_id=str(payment.id),
        member_id=str(payment.member_id),
        status=payment.status.value,
        amount=payment.amount.text,
        currency=payment.amount.currency,
        method=payment.method,
    )


def payment_reversed(
    payment: Payment,
    wallet: Wallet,
    credits: int,
    amount: Money,
    reason: ReversalReason,
    reversal_id: UUID,
    at: datetime,
) -> PaymentReversed:
    """Money and credits of a purchase went back; `payment` is its state before, `wallet` the balance after."""
    return PaymentReversed(
        payment_id=str(payment.id),
        member_id=str(payment.member_id),
        credits=credits,
        amount=amount.text,
        currency=amount.currency,
        reason=reason.value,
        debt=wallet.debt,
        reversal_id=str(reversal_id),
        vat=payment.vat_between(payment.returned, payment.returned + amount).text,
        site=payment.site,
        reversed_at=at,
    )


def purchase_restored(
    payment: Payment, credits: int, returned: Money, restoration_id: UUID, at: datetime
) -> PurchaseRestored:
    """A chargeback was won; `payment` is as it was before, `returned` the sum that is still with the bank."""
    return PurchaseRestored(
        restoration_id=str(restoration_id),
        payment_id=str(payment.id),
        member_id=str(payment.member_id),
        credits=credits,
        amount=(payment.returned - returned).text,
        currency=payment.amount.currency,
        vat=payment.vat_between(returned, payment.returned).text,
        site=payment.site,
        restored_at=at,
    )


def direct_debit_announced(payment: Payment, mandate_reference: str) -> DirectDebitAnnounced:
    return DirectDebitAnnounced(
        payment_id=str(payment.id),
        member_id=str(payment.member_id),
        amount=payment.amount.text,
        currency=payment.amount.currency,
        mandate_reference=mandate_reference,
        due_on=f"{payment.created_at + DEBITED_AFTER:%Y-%m-%d}",
    )


def invoice_issued(invoice: Invoice) -> InvoiceIssued:
    return InvoiceIssued(
        company=invoice.company,
        number=invoice.number,
        payment_id=str(invoice.payment_id),
        member_id=str(invoice.member_id),
        is_credit_note=invoice.is_credit_note,
        amount=invoice.amount.text,
        currency=invoice.amount.currency,
    )


def withdrawal_received(payment: Payment, refund: Refund) -> WithdrawalReceived:
    return WithdrawalReceived(
        refund_id=str(refund.id),
        payment_id=str(payment.id),
        member_id=str(payment.member_id),
        credits=refund.credits,
        amount=refund.amount.text,
        currency=refund.amount.currency,
        method=payment.method,
        stated_at=refund.stated_at,
    )


def discount_code_made(discount: Discount, marketer_id: UUID, at: datetime) -> DiscountCodeChanged:
    return DiscountCodeChanged(
        change="make",
        code=discount.code,
        site=discount.site or "",
        marketer_id=str(marketer_id),
        percentage=discount.percentage,
        campaign=discount.campaign,
        most_uses=discount.most_uses or 0,
        budget=discount.budget.text if discount.budget else "",
        currency=discount.currency or "",
        starts_at=discount.starts_at.isoformat() if discount.starts_at else "",
        expires_at=discount.expires_at.isoformat() if discount.expires_at else "",
        changed_at=at,
    )


def discount_code_ended(code: str, site: str, marketer_id: UUID, at: datetime) -> DiscountCodeChanged:
    return DiscountCodeChanged(change="end", code=code, site=site, marketer_id=str(marketer_id), changed_at=at)


def reward_decided(reward: InvitationReward, marketer_id: UUID, at: datetime, *, pays: bool) -> InvitationRewardDecided:
    return InvitationRewardDecided(
        member_id=str(reward.member_id),
        inviter_id=str(reward.inviter_id),
        site=reward.site,
        marketer_id=str(marketer_id),
        decision="pay" if pays else "refuse",
        reason=reward.reason or "",
        credits=reward.credits,
        decided_at=at,
    )


def reward_paid(reward: InvitationReward, transfer_id: UUID) -> InvitationRewardPaid:
    return InvitationRewardPaid(
        reward_id=str(transfer_id),
        member_id=str(reward.inviter_id),
        credits=reward.credits,
        site=reward.site,
    )


def text_message_sent(message_id: UUID, member_id: UUID, purpose: str, state: str) -> TextMessageSent:
    return TextMessageSent(message_id=str(message_id), member_id=str(member_id), purpose=purpose, state=state)
