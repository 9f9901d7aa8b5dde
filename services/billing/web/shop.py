from flask import Blueprint
from servicekit.web import caller_or_none, endpoint
from servicekit.web.rate_limit import limiter, visitor
from sites import PAYMENT_METHODS

from billing.usecases.guess_discount import guess_discount
from billing.usecases.see_shop import see_shop
from billing.web.context import current_site, site_key, wiring
from billing.web.models import PackageOut, PackagesAnswer, PackagesQuery, percentage

shop = Blueprint("shop", __name__, url_prefix="/api")


@shop.get("/packages.php")
@endpoint()
def get_packages(query: PackagesQuery) -> PackagesAnswer:
    """What credits cost, how they can be paid, and the caller's balance."""
    site, member = current_site(), caller_or_none()
    balance, discount, country = None, None, query.country
    if member is not None:
        with guess_discount(limiter(), query.discount_code, visitor()):
            wallet, discount = see_shop(
                wiring().unit_of_work(), member.member_id, site_key(), site, query.discount_code
            )
        balance, country = wallet.balance, wallet.country or query.country
    country = site.country_of(country)
    methods = site.methods_in(country)
    return PackagesAnswer(
        packages=[PackageOut.of(package, site, country, discount) for package in site.packages],
        country=country,
        vat_percentage=percentage(site.vat_rate_in(country)),
        methods=methods,
        saveable_methods=[name for name in methods if PAYMENT_METHODS[name].can_be_saved],
        refund_days=site.refund_days,
        balance=balance,
    )
