from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from shared.kit.core import fault_point
from shared.kit.db import body_hash_of
from shared.sites import PAYMENT_METHODS, Site
from shared.sites.accounts import account_in

from billing.domain.discount import Discount
from billing.domain.payment import Buyer, Payment
from billing.domain.wallet import Wallet
from billing.errors import (
    DirectDebitBlocked,
    DirectDebitNeedsMandate,
    ImmediateDeliveryRequired,
    KeyReused,
    MethodUnknown,
    PackageUnknown,
    PaymentUnderWay,
    SavedMethodUnknown,
)
from billing.ports import PaymentProviders
from billing.storage import BillingUnit
from billing.usecases.audit_ledger import check_purchases_allowed
from billing.usecases.create_payment import create_payment, provider_for
from billing.usecases.guard_spending import guard_spending
from billing.usecases.open_wallet import open_wallet
from billing.usecases.price_with_discount import claim_discount, price_with_discount

# A webhook arrives sooner than this, if it does.
WEBHOOK_EXPECTED_WITHIN = timedelta(seconds=20)


@dataclass(frozen=True)
class OrderForm:
    id: UUID
    package_id: str
    method: str
    immediate_delivery: bool
    locale: str
    discount_code: str | None = None
    saves_method: bool = False
    # Paid with one press of this saved method; `method` is then the method's kind.
    saved_method_id: UUID | None = None
    # The provider that keeps it.
    saved_at: str | None = None


def place_order(
    uow: BillingUnit,
    providers: PaymentProviders,
    site: Site,
    member_id: UUID,
    form: OrderForm,
    public_url: str,
) -> Payment:
    """Order a package and create its payment, once for the order's id.

    The order is committed before the call to the provider, so that no payment exists there without an order here.
    """
    with uow:
        wallet = open_wallet(uow, member_id, site)
        payment = _ordered(uow, providers, site, wallet, form)
        uow.commit()
        awaits_creation = payment.awaits_creation(uow.now())
    fault_point("billing.order.committed")
    return create_payment(uow, providers, site, payment, public_url) if awaits_creation else payment


def _ordered(uow: BillingUnit, providers: PaymentProviders, site: Site, wallet: Wallet, form: OrderForm) -> Payment:
    body_hash = body_hash_of(
        {
            "member": wallet.member_id,
            "package": form.package_id,
            "method": form.method,
            "at once": form.immediate_delivery,
            **({"discount": form.discount_code} if form.discount_code else {}),
            **({"saves": True} if form.saves_method else {}),
            **({"saved": form.saved_method_id} if form.saved_method_id else {}),
        }
    )
    # A retry succeeds also when the package is no longer sold by then.
    if (earlier := uow.payments.find(form.id)) is None:
        check_purchases_allowed(uow, wallet)
        payment, discount = _new_payment(providers, site, wallet, form, body_hash, uow)
        if uow.payments.add_once(payment, WEBHOOK_EXPECTED_WITHIN):
            if discount is not None:
                claim_discount(uow, discount, payment)
            guard_spending(uow, payment)
            return payment
        if (earlier := uow.payments.find(form.id)) is None:
            # The unique index refused it for another undecided order with the same saved method.
            raise PaymentUnderWay(field="saved_method_id")
    if earlier.body_hash != body_hash:
        raise KeyReused(field="id")
    return earlier


def _kept_at(site: Site, form: OrderForm) -> str | None:
    """The provider of a saved method. Raises SavedMethodUnknown for one of another company's account."""
    if form.saved_at is not None and account_in(form.saved_at) != site.payment_account:
        raise SavedMethodUnknown(field="saved_method_id")
    return form.saved_at


def _new_payment(
    providers: PaymentProviders, site: Site, wallet: Wallet, form: OrderForm, body_hash: bytes, uow: BillingUnit
) -> tuple[Payment, Discount | None]:
    package = site.package(form.package_id)
    if package is None:
        raise PackageUnknown(field="package_id")
    country = site.country_of(wallet.country)
    price = site.price(package, country)
    _check_method(site, form, price.currency)
    _check_account(uow, form)
    if not form.immediate_delivery:
        raise ImmediateDeliveryRequired(field="immediate_delivery")
    payment = Payment.ordered(
        form.id,
        Buyer(wallet.member_id, site.key, country, form.locale),
        package,
        price,
        site.vat_rate_in(country, uow.now().date()),
        form.method,
        body_hash,
        uow.now(),
        provider=_kept_at(site, form) or provider_for(providers, site, country, form.method),
        saves_method=form.saves_method and PAYMENT_METHODS[form.method].can_be_saved,
        saved_method_id=form.saved_method_id,
    )
    if form.discount_code is None:
        return payment, None
    discount, amount = price_with_discount(
        uow,
        wallet,
        country,
        form.discount_code,
        price=payment.amount,
        method=form.method,
    )
    return payment.discounted(discount.code, amount), discount


def _check_method(site: Site, form: OrderForm, currency: str) -> None:
    if form.method not in methods_of(site) or not PAYMENT_METHODS[form.method].takes(currency):
        raise MethodUnknown(field="method")
    if form.method == "directdebit" and form.saved_method_id is None:
        # Direct debit has no checkout page: the mandate comes first.
        raise DirectDebitNeedsMandate(field="method")


def _check_account(uow: BillingUnit, form: OrderForm) -> None:
    """Refuse an account that was charged back, for every member who uses it."""
    if form.saved_method_id is not None and uow.direct_debits.account_is_blocked(form.saved_method_id):
        raise DirectDebitBlocked(field="saved_method_id")


def methods_of(site: Site) -> set[str]:
    """All methods of the site in any country: members who travel pay as at home."""
    return {*site.default_payment_methods, *(name for names in site.payment_methods.values() for name in names)}
