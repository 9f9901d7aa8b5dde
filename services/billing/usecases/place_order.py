from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from servicekit.faults import point
from servicekit.storage.idempotency import fingerprint
from sites import Site

from billing.domain.payment import Payment, Status
from billing.errors import ImmediateDeliveryRequired, KeyReused, MethodUnknown, PackageUnknown
from billing.ports import BillingUnitOfWork, OrderRefused, PaymentProvider
from billing.usecases.open_wallet import open_wallet
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
        payment = _ordered(uow, site_key, site, member_id, form)
        open_wallet(uow, member_id, site_key, site)
        uow.commit()
        is_to_be_made = payment.is_to_be_made(uow.now())
    point("billing.order.committed")
    return _made(uow, provider, site, payment, public_url) if is_to_be_made else payment


def _ordered(uow: BillingUnitOfWork, site_key: str, site: Site, member_id: UUID, form: OrderForm) -> Payment:
    body_hash = fingerprint(
        {"member": member_id, "package": form.package_id, "method": form.method, "at once": form.immediate_delivery}
    )
    # A retry is answered also when the package is no longer sold by then.
    if (earlier := uow.payments.find(form.id)) is None:
        payment = _new_payment(site_key, site, member_id, form, body_hash, uow)
        if uow.payments.add_once(payment, NEWS_EXPECTED_WITHIN):
            return payment
        earlier = uow.payments.get(form.id)
    if earlier.body_hash != body_hash:
        raise KeyReused(field="id")
    return earlier


def _new_payment(
    site_key: str, site: Site, member_id: UUID, form: OrderForm, body_hash: bytes, uow: BillingUnitOfWork
) -> Payment:
    package = site.package(form.package_id)
    if package is None:
        raise PackageUnknown(field="package_id")
    if form.method not in methods_of(site):
        raise MethodUnknown(field="method")
    if not form.immediate_delivery:
        raise ImmediateDeliveryRequired(field="immediate_delivery")
    return Payment.ordered(form.id, member_id, site_key, package, form.method, form.locale, body_hash, uow.now())


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
