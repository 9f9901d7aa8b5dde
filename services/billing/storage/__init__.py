from servicekit.storage import UnitOfWork

from billing.storage.ledger import LedgerRepository
from billing.storage.payments import PaymentRepository
from billing.storage.wallets import WalletRepository


class BillingUnit(UnitOfWork):
    wallets: WalletRepository
    ledger: LedgerRepository
    payments: PaymentRepository

    def open(self) -> None:
        self.wallets = WalletRepository(self.session)
        self.ledger = LedgerRepository(self.session)
        self.payments = PaymentRepository(self.session)
