"""What billing holds of members. The law wants the books kept; they name a member by a random id alone."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from holdings import (
    UNTIL_ERASED,
    Blanked,
    Deleted,
    Done,
    Forgotten,
    Ground,
    Holding,
    Kept,
    NotPersonal,
    Taken,
    Untaken,
    WhileNeeded,
)
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from billing.storage.tables import (
    AuditFindingRow,
    AuditProgressRow,
    BlockedRow,
    CodeTriesRow,
    DirectDebitRow,
    DiscountClaimRow,
    DiscountCodeRow,
    EntryRow,
    FindingRow,
    PayerRow,
    PaymentRow,
    QuotaRow,
    ReconciliationRow,
    RefundRow,
    RestorationRow,
    SavedMethodRow,
    SettledMessageRow,
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
            TransferRow.purpose,
            TransferRow.item,
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


def forget_saved_methods(session: Session, member_id: UUID) -> int:
    """What the rows show goes at once; the worker revokes what the provider keeps, and then they go, too."""
    gone = session.execute(
        update(SavedMethodRow)
        .where(SavedMethodRow.member_id == member_id, SavedMethodRow.kind != "erased")
        .values(
            kind="erased",
            brand=None,
            last4=None,
            mandate_reference=None,
            removed_at=func.coalesce(SavedMethodRow.removed_at, func.now()),
        )
        .returning(SavedMethodRow.id)
        .execution_options(synchronize_session=False)
    )
    return len(gone.all())


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
        SettledMessageRow,
        purpose="prove that each paid message was posted or given back",
        ground=Ground.LAW,
        erased=Kept(THE_BOOKS, ("member_id",)),
        kept=YEARS,
        taken=Untaken("what the transfers say already"),
    ),
    Holding(
        AuditProgressRow,
        purpose="go on with the audit where it stopped",
        ground=Ground.INTEREST,
        erased=Kept("a place in the order of ids, gone with the next look", ("after_member",)),
        kept=WhileNeeded("until the next look at the ledger"),
        taken=Untaken("it says nothing about a member"),
    ),
    Holding(
        AuditFindingRow,
        purpose="stop purchases while the ledger does not add up, and say who let them go on",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=YEARS,
        taken=Untaken("counts"),
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
        taken=Taken("member_id", without=("made_by", "ended_by")),
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
    Holding(
        PayerRow,
        purpose="let the provider keep a way to pay",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id"),
        kept=UNTIL_ERASED,
        taken=Untaken("the provider's own name for a payer, sealed"),
    ),
    Holding(
        SavedMethodRow,
        purpose="pay with one press",
        ground=Ground.CONTRACT,
        erased=Done(
            forget_saved_methods, "the provider's permission is revoked before the row goes", keeps=("member_id",)
        ),
        kept=Forgotten(timedelta(days=30), by="revoked_at"),
        taken=Taken("member_id", without=("sealed_names", "mandate_hash", "revoked_at")),
    ),
    Holding(
        DirectDebitRow,
        purpose="debit an account its holder let us debit; the provider keeps the mandate's proof",
        ground=Ground.CONTRACT,
        erased=Deleted("member_id"),
        kept=Forgotten(timedelta(days=2), by="applied_at", where="signed_at IS NULL"),
        taken=Taken("member_id", without=("body_hash", "sealed", "iban_hash", "phone_hash", "code_hash", "tries")),
    ),
    Holding(
        QuotaRow,
        purpose="let nobody send text messages at our cost",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=Forgotten(timedelta(days=2), by="day"),
        taken=Untaken("counters by keyed hash that live for two days"),
    ),
    Holding(
        BlockedRow,
        purpose="not debit an account again whose bank took money back",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=Forgotten(timedelta(days=730), by="blocked_at"),
        taken=Untaken("keyed hashes that name no member"),
    ),
    Holding(
        RefundRow,
        purpose="pay back what members withdrew from, and prove it",
        ground=Ground.LAW,
        erased=Kept(THE_BOOKS, ("member_id",)),
        kept=YEARS,
        taken=Taken("member_id", without=("ask_after", "tries")),
    ),
    Holding(
        RestorationRow,
        purpose="prove who gave credits back after a chargeback was won, and why",
        ground=Ground.LAW,
        erased=Kept(THE_BOOKS, ("member_id",)),
        kept=YEARS,
        taken=Taken("member_id", without=("restored_by", "why")),
    ),
    Holding(
        ReconciliationRow,
        purpose="know that a night's comparison was made",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=YEARS,
        taken=Untaken("counts"),
    ),
    Holding(
        FindingRow,
        purpose="have someone look at what differs from the provider's list",
        ground=Ground.NOT_PERSONAL,
        erased=NotPersonal(),
        kept=YEARS,
        taken=Untaken("ids of payments"),
    ),
)
