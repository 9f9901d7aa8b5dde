from uuid import UUID

from shared.kit.core import Unavailable, fault_point, logger
from shared.sites import Site

from billing.domain.payment import OrderRefused, Payment, PaymentStatus
from billing.errors import MethodUnknown, ProviderUnavailable
from billing.events.published import direct_debit_announced, payment_failed
from billing.ports import PaymentProvider, PaymentProviders
from billing.storage import BillingUnit
from billing.usecases.record_report import record_report


def create_payment(
    uow: BillingUnit, providers: PaymentProviders, site: Site, payment: Payment, public_url: str
) -> Payment:
    """Create the payment of an order at its provider, once, by an idempotency key.

    While that is down, the next provider that serves the order takes it. Raises ProviderUnavailable when none answers,
    except for a saved method, which one provider keeps: the worker then retries for as long as it remembers the key.
    """
    if payment.is_one_click:
        try:
            made = _create(uow, providers[payment.provider], site, payment, public_url)
        except ProviderUnavailable:
            return payment
        return _ask_at_once(uow, providers[made.provider], site, made, public_url)
    for following in _alternatives(providers, site, payment):
        try:
            return _create(uow, providers[payment.provider], site, payment, public_url)
        except ProviderUnavailable:
            payment = _fail_over(uow, payment, following)
            if payment.provider != following or payment.provider_id is not None:
                # Another request for the order was faster.
                return payment
    return _create(uow, providers[payment.provider], site, payment, public_url)


def provider_for(providers: PaymentProviders, site: Site, country: str, method: str) -> str:
    """The first configured provider that serves the order. Raises MethodUnknown."""
    for name in site.providers_for(country, method):
        if name in providers:
            return name
    raise MethodUnknown(field="method")


def _alternatives(providers: PaymentProviders, site: Site, payment: Payment) -> list[str]:
    """The other configured providers that serve an order, beginning with those after its own."""
    names = [name for name in site.providers_for(payment.country or "", payment.method) if name in providers]
    if payment.provider not in names:
        return names
    here = names.index(payment.provider)
    return names[here + 1 :] + names[:here]


def _fail_over(uow: BillingUnit, payment: Payment, provider: str) -> Payment:
    """Give the order to another provider. A page that the first one made nevertheless is never shown to anybody."""
    with uow:
        uow.payments.change_provider(payment, provider)
        uow.commit()
        now = uow.payments.get(payment.id)
    logger().warning("order_fails_over", payment_id=str(payment.id), provider=now.provider)
    return now


def step_up(uow: BillingUnit, provider: PaymentProvider, site: Site, payment: Payment, public_url: str) -> Payment:
    """Create the page where the member authenticates (SCA), for the same order."""
    with uow:
        customer_id = uow.saved_methods.customer_of(payment.member_id, payment.provider)
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
        customer_id = customer_of(uow, provider, payment.provider, payment.member_id)
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
        uow.payments.record_created(payment, provider_id, checkout_url)
        _announce_direct_debit(uow, payment)
        uow.commit()
        return uow.payments.get(payment.id)


def customer_of(uow: BillingUnit, provider: PaymentProvider, name: str, member_id: UUID) -> str:
    """The provider's customer id of the member, created at first use."""
    with uow:
        if (known := uow.saved_methods.customer_of(member_id, name)) is not None:
            return known
    customer_id = provider.create_customer(member_id)
    with uow:
        uow.saved_methods.add_customer(member_id, name, customer_id)
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
