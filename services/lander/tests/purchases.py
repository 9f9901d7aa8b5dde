"""Events of members who sign up and pay, for tests of the report."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from google.protobuf.message import Message
from pairwise.billing.v1.events_pb2 import PaymentCompleted, PaymentReversed, PurchaseRestored
from pairwise.identity.v1.events_pb2 import MemberConfirmed, MemberSignedUp

NOW = datetime.now(UTC).replace(microsecond=0)


def units(minor: int) -> str:
    return f"{minor / 100:.2f}"


@dataclass
class Buyer:
    """A member with the events of their sign-up and purchases."""

    page: str = "video"
    network: str = ""
    link: str = ""
    site: str = "pairwise"
    age_days: float = 40
    member_id: str = field(default_factory=lambda: str(uuid4()))

    @property
    def signed_up_at(self) -> datetime:
        return NOW - timedelta(days=self.age_days)

    def signs_up(self, **campaign: str) -> MemberSignedUp:
        """With a campaign, after a yes."""
        event = MemberSignedUp(member_id=self.member_id, site=self.site, locale="en")
        event.arrival.page, event.arrival.network, event.arrival.link = self.page, self.network, self.link
        if campaign:
            event.tracking.network = self.network
            for name, value in campaign.items():
                setattr(event.tracking, name, value)
        event.signed_up_at.FromDatetime(self.signed_up_at)
        return event

    def confirms(self) -> MemberConfirmed:
        return MemberConfirmed(member_id=self.member_id)

    def pays(self, minor: int, vat: int = 0, *, after_days: float = 0, currency: str = "EUR") -> PaymentCompleted:
        event = PaymentCompleted(
            payment_id=str(uuid4()),
            member_id=self.member_id,
            amount=units(minor),
            vat=units(vat),
            discount="1.00",
            currency=currency,
            site=self.site,
        )
        event.completed_at.FromDatetime(self.signed_up_at + timedelta(days=after_days))
        return event


def goes_back(
    paid: PaymentCompleted, minor: int, vat: int = 0, reason: str = "refund", *, after_days: float = 0
) -> PaymentReversed:
    event = PaymentReversed(
        payment_id=paid.payment_id,
        member_id=paid.member_id,
        amount=units(minor),
        vat=units(vat),
        currency=paid.currency,
        reason=reason,
        reversal_id=str(uuid4()),
        site=paid.site,
    )
    event.reversed_at.FromDatetime(paid.completed_at.ToDatetime(UTC) + timedelta(days=after_days))
    return event


def comes_again(back: PaymentReversed) -> PurchaseRestored:
    event = PurchaseRestored(
        restoration_id=str(uuid4()),
        payment_id=back.payment_id,
        member_id=back.member_id,
        amount=back.amount,
        vat=back.vat,
        currency=back.currency,
        site=back.site,
    )
    event.restored_at.FromDatetime(back.reversed_at.ToDatetime(UTC) + timedelta(hours=1))
    return event


Events = list[Message]
