"""Discount codes and their claims."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from shared.kit.db import NEVER_DELETED, AwareTime
from sqlalchemy import ARRAY, CheckConstraint, ForeignKey, Index, Numeric, String, func, text
from sqlalchemy.orm import Mapped, mapped_column

from billing.storage.tables.base import Base


class DiscountCodeRow(Base):
    """A code the operator gave out. The two offers to new members need no row: they follow from the wallet."""

    __tablename__ = "discount_codes"
    __table_args__ = (
        Index("ix_discount_codes_member_id", "member_id", postgresql_where=text("member_id IS NOT NULL")),
        CheckConstraint("code = upper(code)", name="code"),
        CheckConstraint("percentage BETWEEN 1 AND 90", name="percentage"),
        CheckConstraint("validity IN ('once-per-user', 'once')", name="validity"),
        CheckConstraint("minimum IS NULL OR currency IS NOT NULL", name="minimum"),
        CheckConstraint("most_uses > 0", name="most_uses"),
        CheckConstraint("budget IS NULL OR (budget > 0 AND currency IS NOT NULL)", name="budget"),
    )

    code: Mapped[str] = mapped_column(primary_key=True)
    percentage: Mapped[int]
    country: Mapped[str | None]
    member_id: Mapped[UUID | None]
    expires_at: Mapped[datetime | None] = mapped_column(AwareTime)
    currency: Mapped[str | None]
    minimum: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    methods: Mapped[list[str] | None] = mapped_column(ARRAY(String))
    validity: Mapped[str] = mapped_column(server_default="once-per-user")
    # NULL: the codes of operators that name no brand hold at all of them.
    site: Mapped[str | None]
    campaign: Mapped[str] = mapped_column(server_default=text("''"))
    starts_at: Mapped[datetime | None] = mapped_column(AwareTime)
    most_uses: Mapped[int | None]
    budget: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    is_active: Mapped[bool] = mapped_column(server_default=text("true"))
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    made_by: Mapped[str | None]
    ended_by: Mapped[str | None]
    ended_at: Mapped[datetime | None] = mapped_column(AwareTime)


class DiscountClaimRow(Base):
    """The claim of a discount by a payment. The primary key gives it to each claimant once."""

    __tablename__ = "discount_claims"
    __table_args__ = NEVER_DELETED

    claimed_as: Mapped[str] = mapped_column(primary_key=True)
    claimant: Mapped[str] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    payment_id: Mapped[UUID] = mapped_column(ForeignKey("payments.id"))
    claimed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class CodeTriesRow(Base):
    """Codes a member tried in an hour. Written by the previous release only; rate limits count them now."""

    __tablename__ = "code_tries"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    hour: Mapped[datetime] = mapped_column(AwareTime, primary_key=True)
    tries: Mapped[int]
