"""Data inventory of billing. The law demands that books are kept; they name a member by a random id alone."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from shared.privacy import (
    UNTIL_ERASED,
    DataRecord,
    Deleted,
    DeletedAfter,
    ErasedBy,
    Exported,
    LegalBasis,
    NotExported,
    NotPersonal,
    Overwritten,
    Retained,
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
    InvitationRewardRow,
    InvoiceRow,
    InvoiceSeriesRow,
    PayerRow,
    PaymentRow,
    PayoutLineRow,
    PayoutRow,
    ProviderEventRow,
    QuotaRow,
    ReconciliationRow,
    RefundRow,
    RestorationRow,
    SavedMethodRow,
    SettledMessageRow,
    SettlementProgressRow,
    SpendingGuardRow,
    TransferCauseRow,
    TransferRow,
    UnsettledChargeRow,
    WalletFindingRow,
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
    """Blank the rows at once; the worker deletes them after revoking the mandates at the provider."""
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


DATA_INVENTORY: tuple[DataRecord, ...] = (
    DataRecord(
        WalletRow,
        purpose="know a member's balance",
        legal_basis=LegalBasis.LAW,
        erasure=Retained(THE_BOOKS, ("member_id",)),
        retention=YEARS,
        export=Exported("member_id", without=("version",)),
    ),
    DataRecord(
        TransferRow,
        purpose="prove every movement of credits",
        legal_basis=LegalBasis.LAW,
        erasure=Retained(THE_BOOKS, ("member_id", "partner_id")),
        retention=YEARS,
        export=transfers_of,
    ),
    DataRecord(
        TransferCauseRow,
        purpose="make each transfer once for the fact that it follows from",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=YEARS,
        export=NotExported("ids of transfers"),
    ),
    DataRecord(
        EntryRow,
        purpose="prove that nothing is lost or made between two accounts",
        legal_basis=LegalBasis.LAW,
        erasure=Retained(THE_BOOKS, ("account",)),
        retention=YEARS,
        export=NotExported("the two sides of the transfers"),
    ),
    DataRecord(
        UnsettledChargeRow,
        purpose="settle charges that a crash left open",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("until the charge is settled"),
        export=NotExported("ids of transfers"),
    ),
    DataRecord(
        SettlementProgressRow,
        purpose="find the charges that a crash left open",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=WhileNeeded("as long as messages are charged"),
        export=NotExported("a time"),
    ),
    DataRecord(
        SettledMessageRow,
        purpose="prove that each paid message was posted or refunded",
        legal_basis=LegalBasis.LAW,
        erasure=Retained(THE_BOOKS, ("member_id",)),
        retention=YEARS,
        export=NotExported("what the transfers say already"),
    ),
    DataRecord(
        AuditProgressRow,
        purpose="go on with the audit where it stopped",
        legal_basis=LegalBasis.INTEREST,
        erasure=Retained("a place in the order of ids, gone with the next look", ("after_member",)),
        retention=WhileNeeded("until the next look at the ledger"),
        export=NotExported("it says nothing about a member"),
    ),
    DataRecord(
        WalletFindingRow,
        purpose="freeze a wallet that does not add up, and record who looked at it",
        legal_basis=LegalBasis.LAW,
        erasure=Retained(THE_BOOKS, ("member_id", "subject")),
        retention=YEARS,
        export=NotExported("an error of ours in the books"),
    ),
    DataRecord(
        AuditFindingRow,
        purpose="stop purchases while the ledger does not add up, and record who resumed them",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=YEARS,
        export=NotExported("counts"),
    ),
    DataRecord(
        PaymentRow,
        purpose="take money, give credits and prove both",
        legal_basis=LegalBasis.LAW,
        erasure=Overwritten("member_id", {"checkout_url": None}, why=THE_BOOKS, keeps=("member_id",)),
        retention=YEARS,
        export=Exported(
            "member_id", without=("body_hash", "checkout_url", "ask_after", "asks", "asked_at", "webhook_at")
        ),
    ),
    DataRecord(
        DiscountCodeRow,
        purpose="give a discount, to everyone or to one member",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=WhileNeeded("until the operator takes it out"),
        export=Exported("member_id", without=("made_by", "ended_by")),
    ),
    DataRecord(
        DiscountClaimRow,
        purpose="prove why a payment was lower, and give a discount once",
        legal_basis=LegalBasis.LAW,
        erasure=Retained(THE_BOOKS, ("member_id", "claimant")),
        retention=YEARS,
        export=Exported("member_id", without=("claimant",)),
    ),
    DataRecord(
        InvitationRewardRow,
        purpose="reward a member whose invited friend has bought, once",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id", "inviter_id"),
        retention=DeletedAfter(timedelta(days=400), by="invited_at"),
        export=Exported("inviter_id", without=("inviter_id", "member_id", "payment_id", "decided_by")),
    ),
    DataRecord(
        CodeTriesRow,
        purpose="limit the guessing of codes",
        legal_basis=LegalBasis.INTEREST,
        erasure=Deleted("member_id"),
        retention=DeletedAfter(timedelta(days=2), by="hour"),
        export=NotExported("a counter that lives for two days"),
    ),
    DataRecord(
        SpendingGuardRow,
        purpose="hold a member to the limits they set themselves",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=Exported("member_id"),
    ),
    DataRecord(
        PayerRow,
        purpose="let the provider store a payment method",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=UNTIL_ERASED,
        export=NotExported("the provider's own name for a payer, sealed"),
    ),
    DataRecord(
        SavedMethodRow,
        purpose="pay with a saved method",
        legal_basis=LegalBasis.CONTRACT,
        erasure=ErasedBy(
            forget_saved_methods, "the provider's permission is revoked before the row goes", keeps=("member_id",)
        ),
        retention=DeletedAfter(timedelta(days=30), by="revoked_at"),
        export=Exported("member_id", without=("sealed_names", "mandate_hash", "revoked_at")),
    ),
    DataRecord(
        DirectDebitRow,
        purpose="debit an account its holder let us debit; the provider keeps the mandate's proof",
        legal_basis=LegalBasis.CONTRACT,
        erasure=Deleted("member_id"),
        retention=DeletedAfter(timedelta(days=2), by="applied_at", where="signed_at IS NULL"),
        export=Exported("member_id", without=("body_hash", "sealed", "iban_hash", "phone_hash", "code_hash", "tries")),
    ),
    DataRecord(
        QuotaRow,
        purpose="limit text messages at our cost",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=2), by="day"),
        export=NotExported("counters by keyed hash that live for two days"),
    ),
    DataRecord(
        BlockedRow,
        purpose="debit no account again after a chargeback",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=730), by="blocked_at"),
        export=NotExported("keyed hashes that name no member"),
    ),
    DataRecord(
        RefundRow,
        purpose="refund withdrawals, and prove it",
        legal_basis=LegalBasis.LAW,
        erasure=Retained(THE_BOOKS, ("member_id",)),
        retention=YEARS,
        export=Exported("member_id", without=("ask_after", "tries")),
    ),
    DataRecord(
        ProviderEventRow,
        purpose="take each event of a payment provider once",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=DeletedAfter(timedelta(days=30), by="received_at"),
        export=NotExported("ids of events"),
    ),
    DataRecord(
        InvoiceRow,
        purpose="invoice purchases, and what goes back of them, as the law wants",
        legal_basis=LegalBasis.LAW,
        erasure=Retained(THE_BOOKS, ("member_id",)),
        retention=YEARS,
        export=Exported("member_id"),
    ),
    DataRecord(
        InvoiceSeriesRow,
        purpose="number invoices without gaps",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=YEARS,
        export=NotExported("the last number of a company"),
    ),
    DataRecord(
        RestorationRow,
        purpose="record person and reason of credits restored after a won chargeback",
        legal_basis=LegalBasis.LAW,
        erasure=Retained(THE_BOOKS, ("member_id",)),
        retention=YEARS,
        export=Exported("member_id", without=("restored_by", "why")),
    ),
    DataRecord(
        ReconciliationRow,
        purpose="know that a night's comparison was made",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=YEARS,
        export=NotExported("counts"),
    ),
    DataRecord(
        PayoutRow,
        purpose="compare what the providers paid out with the payments, and book their fees",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=YEARS,
        export=NotExported("sums of the company's bank account"),
    ),
    DataRecord(
        PayoutLineRow,
        purpose="compare what the providers paid out with the payments, and book their fees",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=YEARS,
        export=NotExported("ids of payments"),
    ),
    DataRecord(
        FindingRow,
        purpose="have a person review differences from the provider's list",
        legal_basis=LegalBasis.NOT_PERSONAL,
        erasure=NotPersonal(),
        retention=YEARS,
        export=NotExported("ids of payments"),
    ),
)
