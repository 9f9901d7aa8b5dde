from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from servicekit.faults import point
from servicekit.storage.idempotency import fingerprint
from sites import Site

from billing.domain.discount import Discount
from billing.domain.payment import Payment, Status
from billing.domain.wallet import Wallet
from billing.errors import ImmediateDeliveryRequired, KeyReused, MethodUnknown, PackageUnknown
from billing.ports import BillingUnitOfWork, OrderRefused, PaymentProvider
from billing.usecases.audit_ledger import check_books
from billing.usecases.guard_spending import guard_spending
from billing.usecases.open_wallet import open_wallet
from billing.usecases.price_with_discount import claim_discount, price_with_discount
from billing.usecases.record_report import tell_failure

# A webhook comes sooner than this, if it comes.
NEWS_EXPECTED_WITHIN = timedelta(seconds=20)


@dataclass(frozen=True)
class OrderForm:
    id: UUID
    package_id: str
    method: str
    immediate_delivery: bool
    locale: str
    discount_code: str | None = None


def place_order(
    uow: BillingUnitOfWork,
    provider: PaymentProvider,
    site_key: str,
    site: Site,
    member_id: UUID,
    form: OrderForm,
    public_url: str,
) -> Payment:
    """Order a package and make the payment for it, once, however often the member's page retries it.

    The order is committed before the provider hears of it: no payment exists that we do not know.
    """
    with uow:
        wallet = open_wallet(uow, member_id, site_key, site)
        payment = _ordered(uow, site_key, site, wallet, form)
        uow.commit()
        is_to_be_made = payment.is_to_be_made(uow.now())
    point("billing.order.committed")
    return _made(uow, provider, site, payment, public_url) if is_to_be_made else payment


def _ordered(uow: BillingUnitOfWork, site_key: str, site: Site, wallet: Wallet, form: OrderForm) -> Payment:
    body_hash = fingerprint(
        {
            "member": wallet.member_id,
            "package": form.package_id,
            "method": form.method,
            "at once": form.immediate_delivery,
            **({"discount": form.discount_code} if form.discount_code else {}),
        }
    )
    # A retry is answered also when the package is no longer sold by then.
    if (earlier := uow.payments.find(form.id)) is None:
        check_books(uow)
        payment, discount = _new_payment(site_key, site, wallet, form, body_hash, uow)
        guard_spending(uow, wallet.member_id, payment.amount, payment.currency)
        if uow.payments.add_once(payment, NEWS_EXPECTED_WITHIN):
            if discount is not None:
                claim_discount(uow, discount, payment)
            return payment
        earlier = uow.payments.get(form.id)
    if earlier.body_hash != body_hash:
        raise KeyReused(field="id")
    return earlier


def _new_payment(
    site_key: str, site: Site, wallet: Wallet, form: OrderForm, body_hash: bytes, uow: BillingUnitOfWork
) -> tuple[Payment, Discount | None]:
    package = site.package(form.package_id)
    if package is None:
        raise PackageUnknown(field="package_id")
    if form.method not in methods_of(site):
        raise MethodUnknown(field="method")
    if not form.immediate_delivery:
        raise ImmediateDeliveryRequired(field="immediate_delivery")
    payment = Payment.ordered(
        form.id, wallet.member_id, site_key, package, form.method, form.locale, body_hash, uow.now()
    )
    if form.discount_code is None:
        return payment, None
    discount, amount = price_with_discount(
        uow,
        wallet,
        wallet.country or site.default_country,
        form.discount_code,
        value=payment.amount,
        currency=payment.currency,
        method=form.method,
    )
    return payment.discounted(discount.code, amount), discount


def methods_of(site: Site) -> set[str]:
    """Every method the site takes in some country: who travels pays as at home."""
    return {*site.default_payment_methods, *(name for names in site.payment_methods.values() for name in names)}


def _made(uow: BillingUnitOfWork, provider: PaymentProvider, site: Site, payment: Payment, public_url: str) -> Payment:
    try:
        provider_id, checkout_url = provider.create(
            payment, f"{site.name}: {payment.credits} credits", payment.return_url(public_url)
        )
    except OrderRefused:
        return _refused(uow, payment)
    point("billing.order.made")
    with uow:
        uow.payments.was_made(payment.id, provider_id, checkout_url)
        uow.commit()
    return payment.made_as(provider_id, checkout_url)


def _refused(uow: BillingUnitOfWork, payment: Payment) -> Payment:
    with uow:
        failed = uow.payments.advance(payment.id, Status.FAILED)
        if failed is None:
            return uow.payments.get(payment.id)
        tell_failure(uow, failed)
        uow.commit()
    return failed
