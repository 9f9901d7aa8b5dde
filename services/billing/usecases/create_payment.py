from uuid import UUID

from shared.kit.core import Unavailable, fault_point
from shared.sites import Site

from billing.domain.payment import OrderRefused, Payment, PaymentStatus
from billing.errors import ProviderUnavailable
from billing.events.published import direct_debit_announced, payment_failed
from billing.ports import PaymentProvider
from billing.storage import BillingUnit
from billing.usecases.record_report import record_report


def create_payment(
    uow: BillingUnit, provider: PaymentProvider, site: Site, payment: Payment, public_url: str
) -> Payment:
    """Create the payment of an order at the provider, once, by an idempotency key.

    Raises ProviderUnavailable when it is down, except for a saved method: the worker then retries for as long as the
    provider remembers the key.
    """
    try:
        made = _create(uow, provider, site, payment, public_url)
    except ProviderUnavailable:
        if payment.is_one_click:
            return payment
        raise
    return _ask_at_once(uow, provider, site, made, public_url) if made.is_one_click else made


def step_up(uow: BillingUnit, provider: PaymentProvider, site: Site, payment: Payment, public_url: str) -> Payment:
    """Create the page where the member authenticates (SCA), for the same order."""
    with uow:
        customer_id = uow.saved_methods.customer_of(payment.member_id)
    provider_id, checkout_url = provider.create(
        payment,
        _description(site, payment),
        payment.return_url(public_url),
        key=f"{payment.id} step-up",
        customer_id=customer_id,
    )
    with uow:
        uow.payments.step_up(payment.id, payment.provider_id or "", provider_id, checkout_url)
        uow.commit()
        return uow.payments.get(payment.id)


def _create(uow: BillingUnit, provider: PaymentProvider, site: Site, payment: Payment, public_url: str) -> Payment:
    customer_id = mandate_id = None
    if payment.saved_method_id is not None:
        with uow:
            saved = uow.saved_methods.get(payment.saved_method_id)
        customer_id, mandate_id = saved.customer_id, saved.mandate_id
    elif payment.saves_method:
        customer_id = customer_of(uow, provider, payment.member_id)
    try:
        provider_id, checkout_url = provider.create(
            payment,
            _description(site, payment),
            payment.return_url(public_url),
            key=str(payment.id),
            customer_id=customer_id,
            mandate_id=mandate_id,
        )
    except OrderRefused:
        return _refused(uow, payment)
    fault_point("billing.order.made")
    with uow:
        uow.payments.record_created(payment.id, provider_id, checkout_url)
        _announce_direct_debit(uow, payment)
        uow.commit()
    return payment.created_as(provider_id, checkout_url)


def customer_of(uow: BillingUnit, provider: PaymentProvider, member_id: UUID) -> str:
    """The provider's customer id of the member, created at first use."""
    with uow:
        if (known := uow.saved_methods.customer_of(member_id)) is not None:
            return known
    customer_id = provider.create_customer(member_id)
    with uow:
        uow.saved_methods.add_customer(member_id, customer_id)
        uow.commit()
    return customer_id


def _ask_at_once(uow: BillingUnit, provider: PaymentProvider, site: Site, payment: Payment, public_url: str) -> Payment:
    """Poll the provider: a payment with a mandate needs no page and may be decided already."""
    if payment.provider_id is None:
        return payment
    try:
        now = record_report(uow, payment, provider.report(payment.provider_id))
        return step_up(uow, provider, site, now, public_url) if now.needs_step_up else now
    except Unavailable:
        # The webhook or the next poll brings it.
        return payment


def _description(site: Site, payment: Payment) -> str:
    return f"{site.name}: {payment.credits} credits"


def _refused(uow: BillingUnit, payment: Payment) -> Payment:
    with uow:
        failed = uow.payments.advance(payment.id, PaymentStatus.FAILED)
        if failed is None:
            return uow.payments.get(payment.id)
        uow.announce(payment_failed(failed))
        uow.commit()
    return failed


def _announce_direct_debit(uow: BillingUnit, payment: Payment) -> None:
    if payment.method == "directdebit" and payment.saved_method_id is not None:
        mandate = uow.saved_methods.get(payment.saved_method_id)
        uow.announce(direct_debit_announced(payment, mandate.mandate_reference or ""))
