from servicekit.storage import UnitOfWork

from billing.storage.ledger import LedgerRepository
from billing.storage.wallets import WalletRepository


class BillingUnit(UnitOfWork):
    wallets: WalletRepository
    ledger: LedgerRepository

    def open(self) -> None:
        self.wallets = WalletRepository(self.session)
        self.ledger = LedgerRepository(self.session)
