from datetime import UTC, datetime

from flask import Blueprint
from shared.kit.http import caller_or_none, endpoint, limiter, visitor
from shared.sites import PAYMENT_METHODS

from billing.usecases.get_shop import get_shop
from billing.usecases.limit_discount_guesses import limit_discount_guesses
from billing.web.context import current_site, wiring
from billing.web.models import CannotBuyOut, PackageOut, PackagesAnswer, PackagesQuery, percentage

shop = Blueprint("shop", __name__, url_prefix="/api")


@shop.get("/packages.php")
@endpoint()
def get_packages(query: PackagesQuery) -> PackagesAnswer:
    """Prices of credits, payment methods, the caller's balance, and why they cannot buy now."""
    site, member = current_site(), caller_or_none()
    balance, discount, country, cannot_buy = None, None, query.country, None
    if member is not None:
        with limit_discount_guesses(limiter(), query.discount_code, visitor()):
            wallet, discount, refusal = get_shop(wiring().unit_of_work(), member.member_id, site, query.discount_code)
        balance, country = wallet.balance, wallet.country or query.country
        cannot_buy = CannotBuyOut.of(refusal) if refusal else None
    country = site.country_of(country)
    methods = site.methods_in(country)
    return PackagesAnswer(
        packages=[PackageOut.of(package, site, country, discount) for package in site.packages],
        country=country,
        vat_percentage=percentage(site.vat_rate_in(country, datetime.now(UTC).date())),
        methods=methods,
        saveable_methods=[name for name in methods if PAYMENT_METHODS[name].can_be_saved],
        refund_days=site.refund_days,
        balance=balance,
        cannot_buy=cannot_buy,
    )
