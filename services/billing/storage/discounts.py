from collections.abc import Sequence
from typing import Any
from uuid import UUID

from shared.sites import Money
from sqlalchemy import and_, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.discount import ANYONE, Discount, Validity, claimed_as
from billing.domain.payment import Payment, PaymentStatus
from billing.storage.tables import DiscountClaimRow, DiscountCodeRow, PaymentRow

FAILED_STATUSES = (PaymentStatus.FAILED, PaymentStatus.CANCELLED, PaymentStatus.EXPIRED)
# A failed payment releases its discount. A member who orders again takes it over from their own open order.
RELEASES_CLAIM = (
    select(PaymentRow.id)
    .where(
        PaymentRow.id == DiscountClaimRow.payment_id,
        or_(
            PaymentRow.status.in_(FAILED_STATUSES),
            and_(PaymentRow.status == PaymentStatus.OPEN, PaymentRow.member_id == text("excluded.member_id")),
        ),
    )
    .exists()
)


class DiscountRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, code: str) -> Discount | None:
        row = self._session.execute(select(DiscountCodeRow).where(DiscountCodeRow.code == code)).scalar_one_or_none()
        return _discount(row) if row else None

    def add_once(self, discount: Discount, by: str) -> bool:
        """False when this code exists already, ended or not."""
        added = self._session.execute(
            insert(DiscountCodeRow)
            .values(
                code=discount.code,
                percentage=discount.percentage,
                country=discount.country,
                member_id=discount.member_id,
                expires_at=discount.expires_at,
                currency=discount.currency,
                minimum=discount.minimum.value if discount.minimum else None,
                methods=list(discount.methods) if discount.methods is not None else None,
                validity=discount.validity,
                made_by=by,
            )
            .on_conflict_do_nothing()
            .returning(DiscountCodeRow.code)
        )
        return added.first() is not None

    def all(self) -> Sequence[tuple[Discount, int]]:
        """Each with the number of its uses, the newest first."""
        uses = (
            select(func.count())
            .select_from(DiscountClaimRow)
            .join(PaymentRow, PaymentRow.id == DiscountClaimRow.payment_id)
            .where(DiscountClaimRow.claimed_as == DiscountCodeRow.code, PaymentRow.status == PaymentStatus.COMPLETED)
            .scalar_subquery()
        )
        rows = self._session.execute(select(DiscountCodeRow, uses).order_by(DiscountCodeRow.created_at.desc()))
        return [(_discount(row), used) for row, used in rows]

    def end(self, code: str, by: str) -> bool:
        """False when this code does not exist or has ended."""
        ended = self._session.execute(
            update(DiscountCodeRow)
            .where(DiscountCodeRow.code == code, DiscountCodeRow.is_active)
            .values(is_active=False, ended_by=by, ended_at=func.now())
            .returning(DiscountCodeRow.code)
        )
        return ended.first() is not None

    def claim(self, discount: Discount, payment: Payment) -> UUID | None:
        """Claim it for this payment. Returns the open payment the claim was taken over from, or this one.

        None when it is claimed by a payment that is completed or may still be.
        """
        # A concurrent claim by the same claimant makes this wait for its commit, then see its row.
        claim = insert(DiscountClaimRow).values(
            claimed_as=discount.claimed_as,
            claimant=discount.claimant(payment.member_id),
            member_id=payment.member_id,
            payment_id=payment.id,
        )
        taken = self._session.execute(
            claim.on_conflict_do_update(
                index_elements=[DiscountClaimRow.claimed_as, DiscountClaimRow.claimant],
                set_={
                    "payment_id": claim.excluded.payment_id,
                    "member_id": claim.excluded.member_id,
                    "claimed_at": func.now(),
                },
                where=RELEASES_CLAIM,
            ).returning(text("coalesce(old.payment_id, new.payment_id)"))
        ).scalar_one_or_none()
        found: UUID | None = taken
        return found

    def keep(self, payment: Payment) -> bool:
        """Whether this paid payment has its discount, or can take the claim back from an unpaid one."""
        if payment.discount_code is None:
            return True
        claim = (
            DiscountClaimRow.claimed_as == claimed_as(payment.discount_code),
            DiscountClaimRow.claimant.in_((ANYONE, str(payment.member_id))),
        )
        held_by = self._session.execute(
            select(DiscountClaimRow.payment_id).where(*claim).with_for_update()
        ).scalar_one_or_none()
        if held_by is None or held_by == payment.id:
            return True
        # Read under the row lock of the claim, so that the second of two payments sees the first.
        if self._session.scalar(select(PaymentRow.status).where(PaymentRow.id == held_by)) == PaymentStatus.COMPLETED:
            return False
        self._session.execute(
            update(DiscountClaimRow).where(*claim).values(payment_id=payment.id, member_id=payment.member_id)
        )
        return True

    def is_used(self, discount: Discount, member_id: UUID) -> bool:
        claims = (
            select(DiscountClaimRow.payment_id)
            .join(PaymentRow, PaymentRow.id == DiscountClaimRow.payment_id)
            .where(
                DiscountClaimRow.claimed_as == discount.claimed_as,
                DiscountClaimRow.claimant == discount.claimant(member_id),
                PaymentRow.status.not_in(FAILED_STATUSES),
                or_(PaymentRow.status != PaymentStatus.OPEN, PaymentRow.member_id != member_id),
            )
        )
        return self._session.execute(claims.limit(1)).first() is not None


def _discount(row: Any) -> Discount:
    return Discount(
        code=row.code,
        percentage=row.percentage,
        claimed_as=row.code,
        validity=Validity(row.validity),
        country=row.country,
        member_id=row.member_id,
        expires_at=row.expires_at,
        currency=row.currency,
        minimum=None if row.minimum is None else Money.of(row.minimum, row.currency),
        methods=tuple(row.methods) if row.methods is not None else None,
        is_active=row.is_active,
    )
