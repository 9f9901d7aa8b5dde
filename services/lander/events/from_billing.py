"""Handlers of billing's events."""

from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID, uuid5

from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.billing.v1.events_pb2 import (
    DiscountCodeChanged,
    InvitationRewardDecided,
    PaymentCompleted,
    PaymentReversed,
    PurchaseRestored,
)
from shared.kit.events import Subscriptions

from lander.domain.marketing_action import Marketer, MarketingAction
from lander.domain.money import RESTORED, Receipt, Reversal
from lander.storage import LanderUnit
from lander.usecases.judge_hour import accept_evidence
from lander.usecases.queue_postbacks import queue_postbacks
from lander.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(PaymentCompleted)
def record_receipt(uow: LanderUnit, event: PaymentCompleted, wiring: Wiring) -> None:
    receipt = Receipt(
        UUID(event.payment_id),
        event.site,
        event.currency,
        _minor(event.amount),
        _minor(event.vat),
        _minor(event.discount),
        _time(uow, event.completed_at),
        event.discount_code,
    )
    uow.money.add_receipt(receipt, UUID(event.member_id))
    accept_evidence(uow, UUID(event.member_id))
    queue_postbacks(uow, member_id=UUID(event.member_id))


@subscriptions.on(PaymentReversed)
def record_reversal(uow: LanderUnit, event: PaymentReversed, wiring: Wiring) -> None:
    payment_id = UUID(event.payment_id)
    # The release before numbered no reversals: the content of its event is the same at every delivery.
    content = f"{event.reason} {event.amount} {event.credits} {event.debt}"
    reversal_id = UUID(event.reversal_id) if event.reversal_id else uuid5(payment_id, content)
    at = _time(uow, event.reversed_at)
    uow.money.add_reversal(Reversal(reversal_id, payment_id, _minor(event.amount), _minor(event.vat), event.reason, at))
    queue_postbacks(uow, payment_id=payment_id)


@subscriptions.on(PurchaseRestored)
def record_restoration(uow: LanderUnit, event: PurchaseRestored, wiring: Wiring) -> None:
    minor, vat_minor = -_minor(event.amount), -_minor(event.vat)
    at = _time(uow, event.restored_at)
    uow.money.add_reversal(Reversal(UUID(event.restoration_id), UUID(event.payment_id), minor, vat_minor, RESTORED, at))


@subscriptions.on(DiscountCodeChanged)
def record_code_change(uow: LanderUnit, event: DiscountCodeChanged, wiring: Wiring) -> None:
    """Billing made or ended the code; the desk has one trail. The inbox makes it one entry for each event."""
    ended = {"is_active": True}, {"is_active": False}
    before, after = ended if event.change == "end" else (None, _terms(event))
    action = MarketingAction(f"code.{event.change}", event.code, before, after)
    uow.actions.record(Marketer(UUID(event.marketer_id), event.site), action, _time(uow, event.changed_at))


@subscriptions.on(InvitationRewardDecided)
def record_reward_decision(uow: LanderUnit, event: InvitationRewardDecided, wiring: Wiring) -> None:
    """Billing paid or refused a held reward. The trail names nobody by a whole id."""
    values = {"credits": event.credits, "reason": event.reason}
    action = MarketingAction(f"reward.{event.decision}", event.member_id[:8], None, values)
    uow.actions.record(Marketer(UUID(event.marketer_id), event.site), action, _time(uow, event.decided_at))


def _terms(event: DiscountCodeChanged) -> dict[str, str | int]:
    names = ("percentage", "campaign", "most_uses", "budget", "currency", "starts_at", "expires_at")
    return {name: getattr(event, name) for name in names if getattr(event, name)}


def _minor(text: str) -> int:
    """Hundredths of a sum such as `9.99`; 0 for a field that the release before did not fill."""
    return int(Decimal(text or "0") * 100)


def _time(uow: LanderUnit, stamp: Timestamp) -> datetime:
    """The time in an event, or now for one of the release before, which has none."""
    return stamp.ToDatetime(UTC) if stamp.seconds else uow.now()
