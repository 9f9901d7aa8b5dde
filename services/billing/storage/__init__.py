from servicekit.storage import UnitOfWork

from billing.storage.auditor import AuditRepository
from billing.storage.discounts import DiscountRepository
from billing.storage.ledger import LedgerRepository
from billing.storage.payments import PaymentRepository
from billing.storage.spending import SpendingRepository
from billing.storage.wallets import WalletRepository


class BillingUnit(UnitOfWork):
    wallets: WalletRepository
    ledger: LedgerRepository
    payments: PaymentRepository
    discounts: DiscountRepository
    spending: SpendingRepository
    audits: AuditRepository

    def open(self) -> None:
        self.wallets = WalletRepository(self.session)
        self.ledger = LedgerRepository(self.session)
        self.payments = PaymentRepository(self.session)
        self.discounts = DiscountRepository(self.session)
        self.spending = SpendingRepository(self.session)
        self.audits = AuditRepository(self.session)
