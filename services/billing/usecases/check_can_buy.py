from shared.sites import Site

from billing.domain.wallet import Wallet
from billing.errors import PurchasesStopped, SpendingPaused
from billing.storage import BillingUnit
from billing.usecases.audit_ledger import check_purchases_allowed
from billing.usecases.guard_spending import check_not_paused


def check_can_buy(uow: BillingUnit, wallet: Wallet, site: Site) -> None:
    """Refuse what an order of this member would be refused for now, whatever it is for.

    Every answer that offers a discount asks first: an offer that the member cannot use now is not shown.
    Raises PurchasesStopped or SpendingPaused.
    """
    check_purchases_allowed(uow)
    check_not_paused(uow, wallet.member_id, site.currency_in(wallet.country or site.default_country))


def why_not_to_buy(uow: BillingUnit, wallet: Wallet, site: Site) -> PurchasesStopped | SpendingPaused | None:
    """The refusal of `check_can_buy`; None while purchases are allowed and the member takes no break from buying."""
    try:
        check_can_buy(uow, wallet, site)
    except (PurchasesStopped, SpendingPaused) as refusal:
        return refusal
    return None
