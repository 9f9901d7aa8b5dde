from flask import Blueprint
from servicekit.web import caller_or_none, endpoint

from billing.usecases.see_shop import see_shop
from billing.web.context import current_site, site_key, wiring
from billing.web.models import PackageOut, PackagesAnswer, PackagesQuery

shop = Blueprint("shop", __name__, url_prefix="/api")


@shop.get("/packages.php")
@endpoint()
def get_packages(query: PackagesQuery) -> PackagesAnswer:
    """What credits cost, how they can be paid, and the caller's balance."""
    site, member = current_site(), caller_or_none()
    balance, discount = None, None
    if member is not None:
        wallet, discount = see_shop(wiring().unit_of_work(), member.member_id, site_key(), site, query.discount_code)
        balance = wallet.balance
    return PackagesAnswer(
        packages=[PackageOut.of(package, site, discount) for package in site.packages],
        methods=site.methods_in(query.country or site.default_country),
        refund_days=site.refund_days,
        balance=balance,
    )
