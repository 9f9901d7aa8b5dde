from collections.abc import Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID

from shared.sites import Money
from sqlalchemy import ColumnElement, and_, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.discount import ANYONE, Discount, SiteCode, Usage, Validity, claimed_as
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
                site=discount.site,
                campaign=discount.campaign,
                starts_at=discount.starts_at,
                most_uses=discount.most_uses,
                budget=discount.budget.value if discount.budget else None,
                made_by=by,
            )
            .on_conflict_do_nothing()
            .returning(DiscountCodeRow.code)
        )
        return added.first() is not None

    def code_of(self, member_id: UUID, by: str) -> str | None:
        """The code that was made by this for one member alone."""
        return self._session.scalar(
            select(DiscountCodeRow.code).where(DiscountCodeRow.member_id == member_id, DiscountCodeRow.made_by == by)
        )

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

    def of_site(self, site: str, limit: int, code: str | None = None) -> Sequence[SiteCode]:
        """The codes of one brand and of all brands that are no single member's, the newest first, or only this one."""
        rows = self._session.scalars(
            select(DiscountCodeRow)
            .where(or_(DiscountCodeRow.site == site, DiscountCodeRow.site.is_(None)))
            .where(DiscountCodeRow.member_id.is_(None), *([] if code is None else [DiscountCodeRow.code == code]))
            .order_by(DiscountCodeRow.created_at.desc(), DiscountCodeRow.code)
            .limit(limit)
        ).all()
        claims = DiscountClaimRow.claimed_as.in_([row.code for row in rows])
        total, here = self._usage(claims), self._usage(claims, PaymentRow.site == site)
        return [SiteCode(_discount(row), here.get(row.code, Usage()), total.get(row.code, Usage())) for row in rows]

    def lock(self, code: str) -> None:
        """Make concurrent claims of one code wait for each other, so that each counts those before it."""
        self._session.execute(select(DiscountCodeRow.code).where(DiscountCodeRow.code == code).with_for_update())

    def usage_besides(self, discount: Discount, member_id: UUID) -> Usage:
        """The usage of a code by all other claimants: an own open order gives its use to the next one."""
        others = DiscountClaimRow.claimant != discount.claimant(member_id)
        return self._usage(DiscountClaimRow.claimed_as == discount.code, others).get(discount.code, Usage())

    def end(self, code: str, by: str, site: str | None = None) -> bool:
        """False when this code does not exist or has ended, or when it is not of the site that is named."""
        ended = self._session.execute(
            update(DiscountCodeRow)
            .where(
                DiscountCodeRow.code == code,
                DiscountCodeRow.is_active,
                *([] if site is None else [DiscountCodeRow.site == site, DiscountCodeRow.member_id.is_(None)]),
            )
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

    def _usage(self, *claims: ColumnElement[bool]) -> dict[str, Usage]:
        rows = self._session.execute(
            select(
                DiscountClaimRow.claimed_as,
                PaymentRow.currency,
                func.count().label("uses"),
                func.sum(PaymentRow.normal_amount - PaymentRow.amount).label("given"),
            )
            .join(PaymentRow, PaymentRow.id == DiscountClaimRow.payment_id)
            .where(*claims, PaymentRow.status.not_in(FAILED_STATUSES))
            .group_by(DiscountClaimRow.claimed_as, PaymentRow.currency)
            .order_by(DiscountClaimRow.claimed_as, PaymentRow.currency)
        )
        found: dict[str, Usage] = {}
        for row in rows:
            before = found.get(row.claimed_as, Usage())
            given = Money.of(row.given or Decimal(0), row.currency)
            found[row.claimed_as] = Usage(before.uses + row.uses, (*before.given, given))
        return found


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
        site=row.site,
        campaign=row.campaign,
        starts_at=row.starts_at,
        most_uses=row.most_uses,
        budget=None if row.budget is None else Money.of(row.budget, row.currency),
    )
