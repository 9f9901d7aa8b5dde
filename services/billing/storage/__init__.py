from shared.kit.db import Database, UnitOfWork

from billing.sealing import SealedFields
from billing.storage.auditor import AuditRepository
from billing.storage.backlog import BacklogRepository
from billing.storage.direct_debits import DirectDebitRepository
from billing.storage.discounts import DiscountRepository
from billing.storage.invitation_rewards import InvitationRewardRepository
from billing.storage.invoices import InvoiceRepository
from billing.storage.ledger import LedgerRepository
from billing.storage.payer_search import PayerSearchRepository
from billing.storage.payment_history import PaymentHistory
from billing.storage.payments import PaymentRepository
from billing.storage.payouts import PayoutRepository
from billing.storage.provider_events import ProviderEventRepository
from billing.storage.reconciliations import ReconciliationRepository
from billing.storage.refunds import RefundRepository
from billing.storage.restorations import RestorationRepository
from billing.storage.revenue import RevenueRepository
from billing.storage.saved_methods import SavedMethodRepository
from billing.storage.settlements import SettlementRepository
from billing.storage.spending import SpendingRepository
from billing.storage.wallets import WalletRepository


class BillingUnit(UnitOfWork):
    wallets: WalletRepository
    invitation_rewards: InvitationRewardRepository
    invoices: InvoiceRepository
    ledger: LedgerRepository
    settlements: SettlementRepository
    payments: PaymentRepository
    payment_history: PaymentHistory
    discounts: DiscountRepository
    spending: SpendingRepository
    audits: AuditRepository
    saved_methods: SavedMethodRepository
    direct_debits: DirectDebitRepository
    payer_search: PayerSearchRepository
    provider_events: ProviderEventRepository
    refunds: RefundRepository
    restorations: RestorationRepository
    revenue: RevenueRepository
    reconciliations: ReconciliationRepository
    payouts: PayoutRepository
    backlog: BacklogRepository

    def __init__(self, database: Database, fields: SealedFields | None = None) -> None:
        """Without the keys of sealed fields the repositories with such fields are missing."""
        super().__init__(database)
        self._fields = fields

    def open(self) -> None:
        self.wallets = WalletRepository(self.session)
        self.invitation_rewards = InvitationRewardRepository(self.session)
        self.invoices = InvoiceRepository(self.session)
        self.ledger = LedgerRepository(self.session)
        self.settlements = SettlementRepository(self.session)
        self.payments = PaymentRepository(self.session)
        self.payment_history = PaymentHistory(self.session)
        self.discounts = DiscountRepository(self.session)
        self.spending = SpendingRepository(self.session)
        self.audits = AuditRepository(self.session)
        if self._fields is not None:
            self.saved_methods = SavedMethodRepository(self.session, self._fields)
            self.direct_debits = DirectDebitRepository(self.session, self._fields)
            self.payer_search = PayerSearchRepository(self.session, self._fields)
        self.provider_events = ProviderEventRepository(self.session)
        self.refunds = RefundRepository(self.session)
        self.restorations = RestorationRepository(self.session)
        self.revenue = RevenueRepository(self.session)
        self.reconciliations = ReconciliationRepository(self.session)
        self.payouts = PayoutRepository(self.session)
        self.backlog = BacklogRepository(self.session)
