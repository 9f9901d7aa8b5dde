"""What billing holds of members. The law wants the books kept; they name a member by a random id alone."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from holdings import (
    UNTIL_ERASED,
    Blanked,
    Deleted,
    Forgotten,
    Ground,
    Holding,
    Kept,
    NotPersonal,
    Taken,
    Untaken,
    WhileNeeded,
)
from sqlalchemy import select
from sqlalchemy.orm import Session

from billing.storage.tables import (
    CodeTriesRow,
    DiscountClaimRow,
    DiscountCodeRow,
    EntryRow,
    PaymentRow,
    SpendingGuardRow,
    TransferRow,
    UnsettledChargeRow,
    WalletRow,
)

THE_BOOKS = "books are kept for the years the law says; the id names nobody any more"
YEARS = WhileNeeded("as long as the law of the company's country wants books kept")


def transfers_of(session: Session, member_id: UUID) -> list[dict[str, Any]]:
    rows = session.execute(
        select(
            TransferRow.id,
            TransferRow.kind,
            TransferRow.credits,
            TransferRow.free_messages,
            TransferRow.balance_after,
            TransferRow.payment_id,
            TransferRow.created_at,
        )
        .where(TransferRow.member_id == member_id)
        .order_by(TransferRow.version)
    )
    return [dict(row._asdict()) for row in rows]


HOLDINGS: tuple[Holding, ...] = (
    Holding(
        WalletRow,
        purpose="know what a member can pay",
        ground=Ground.LAW,
        erased=Kept(THE_BOOKS, ("member_id",)),
        kept=YEARS,
        taken=Taken("member_id", without=("version",)),
    ),
    Holding(
        TransferRow,
        purpose="prove every movement of credits",
        ground=Ground.LAW,
        erased=Kept(THE_BOOKS, ("member_id", "partner_id")),
        kept=YEARS,
        taken=transfers_of,
    ),
    Holding(
        EntryRow,
        purpose="prove that nothing is lost or made between two accounts",
        ground=Ground.LAW,
        erased=Kept(THE_BOOKS, ("account",)),
        kept=YEARS,
        taken=Untaken("the two sides of the transfers"),
    ),
    Holding(
        UnsettledChargeRow,
        purpose="settle what a crash left open",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=WhileNeeded("until the charge is settled"),
        taken=Untaken("ids of transfers"),
    ),
    Holding(
        PaymentRow,
        purpose="take money, give credits and prove both",
        ground=Ground.LAW,
        erased=Blanked("member_id", {"checkout_url": None}, why=THE_BOOKS, keeps=("member_id",)),
        kept=YEARS,
        taken=Taken("member_id", without=("body_hash", "checkout_url", "ask_after", "asks", "asked_at")),
    ),
    Holding(
        DiscountCodeRow,
        purpose="give a discount, to everyone or to one member",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id"),
        kept=WhileNeeded("until the operator takes it out"),
        taken=Taken("member_id"),
    ),
    Holding(
        DiscountClaimRow,
        purpose="prove why a payment was lower, and give a discount once",
        ground=Ground.LAW,
        erased=Kept(THE_BOOKS, ("member_id", "claimant")),
        kept=YEARS,
        taken=Taken("member_id", without=("claimant",)),
    ),
    Holding(
        CodeTriesRow,
        purpose="let nobody find a code by trying",
        ground=Ground.INTEREST,
        erased=Deleted("member_id"),
        kept=Forgotten(timedelta(days=2), by="hour"),
        taken=Untaken("a counter that lives for two days"),
    ),
    Holding(
        SpendingGuardRow,
        purpose="hold a member to the limits they set themselves",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id"),
        kept=UNTIL_ERASED,
        taken=Taken("member_id"),
    ),
)
