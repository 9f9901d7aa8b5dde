"""Billing's tables by subject."""

from billing.storage.tables.auditing import AuditFindingRow, AuditProgressRow, WalletFindingRow
from billing.storage.tables.base import Base
from billing.storage.tables.discounts import CodeTriesRow, DiscountClaimRow, DiscountCodeRow
from billing.storage.tables.invitations import InvitationRewardRow
from billing.storage.tables.invoices import InvoiceRow, InvoiceSeriesRow
from billing.storage.tables.ledger import (
    EntryRow,
    SettledMessageRow,
    SettlementProgressRow,
    TransferCauseRow,
    TransferRow,
    UnsettledChargeRow,
    WalletRow,
)
from billing.storage.tables.payments import (
    FindingRow,
    PaymentRow,
    ProviderEventRow,
    ReconciliationRow,
    RefundRow,
    RestorationRow,
)
from billing.storage.tables.payouts import PayoutLineRow, PayoutRow
from billing.storage.tables.saved_methods import BlockedRow, DirectDebitRow, PayerRow, QuotaRow, SavedMethodRow
from billing.storage.tables.spending import SpendingGuardRow

__all__ = [
    "AuditFindingRow",
    "AuditProgressRow",
    "Base",
    "BlockedRow",
    "CodeTriesRow",
    "DirectDebitRow",
    "DiscountClaimRow",
    "DiscountCodeRow",
    "EntryRow",
    "FindingRow",
    "InvitationRewardRow",
    "InvoiceRow",
    "InvoiceSeriesRow",
    "PayerRow",
    "PaymentRow",
    "PayoutLineRow",
    "PayoutRow",
    "ProviderEventRow",
    "QuotaRow",
    "ReconciliationRow",
    "RefundRow",
    "RestorationRow",
    "SavedMethodRow",
    "SettledMessageRow",
    "SettlementProgressRow",
    "SpendingGuardRow",
    "TransferCauseRow",
    "TransferRow",
    "UnsettledChargeRow",
    "WalletFindingRow",
    "WalletRow",
]
