from shared.kit.core import Refusal
from shared.sites import Site

from billing.domain.wallet import Wallet
from billing.errors import PurchasesStopped, SpendingPaused, WalletFrozen
from billing.storage import BillingUnit
from billing.usecases.audit_ledger import check_purchases_allowed
from billing.usecases.guard_spending import check_not_paused


def check_can_buy(uow: BillingUnit, wallet: Wallet, site: Site) -> None:
    """Refuse what an order of this member would be refused for now, whatever it is for.

    Every answer that offers a discount asks first: an offer that the member cannot use now is not shown.
    Raises PurchasesStopped, WalletFrozen or SpendingPaused.
    """
    check_purchases_allowed(uow, wallet)
    check_not_paused(uow, wallet.member_id, site.currency_in(wallet.country or site.default_country))


def why_not_to_buy(uow: BillingUnit, wallet: Wallet, site: Site) -> Refusal | None:
    """The refusal of `check_can_buy`; None where the member can buy."""
    try:
        check_can_buy(uow, wallet, site)
    except (PurchasesStopped, WalletFrozen, SpendingPaused) as refusal:
        return refusal
    return None
