from uuid import UUID

from servicekit.errors import Unavailable
from servicekit.faults import point
from sites import Site

from billing.domain.payment import Payment, Status
from billing.errors import ProviderUnavailable
from billing.ports import BillingUnitOfWork, OrderRefused, PaymentProvider
from billing.usecases.record_report import record_report, tell_failure
from billing.usecases.tell_direct_debit import tell_direct_debit


def make_payment(
    uow: BillingUnitOfWork, provider: PaymentProvider, site: Site, payment: Payment, public_url: str
) -> Payment:
    """Let the provider know of an order, once, however often it is tried.

    Raises ProviderUnavailable when it is down, but for a saved method: the press counts, and the worker goes on
    trying for as long as the provider would know the order again.
    """
    try:
        made = _create(uow, provider, site, payment, public_url)
    except ProviderUnavailable:
        if payment.is_one_press:
            return payment
        raise
    return _ask_at_once(uow, provider, site, made, public_url) if made.is_one_press else made


def step_up(
    uow: BillingUnitOfWork, provider: PaymentProvider, site: Site, payment: Payment, public_url: str
) -> Payment:
    """The bank wants to hear from the member: make the page where they confirm, for the same order."""
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


def _create(
    uow: BillingUnitOfWork, provider: PaymentProvider, site: Site, payment: Payment, public_url: str
) -> Payment:
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
    point("billing.order.made")
    with uow:
        uow.payments.was_made(payment.id, provider_id, checkout_url)
        tell_direct_debit(uow, payment)
        uow.commit()
    return payment.made_as(provider_id, checkout_url)


def customer_of(uow: BillingUnitOfWork, provider: PaymentProvider, member_id: UUID) -> str:
    """The provider's name for the member, made when it is needed first."""
    with uow:
        if (known := uow.saved_methods.customer_of(member_id)) is not None:
            return known
    customer_id = provider.create_customer(member_id)
    with uow:
        uow.saved_methods.add_customer(member_id, customer_id)
        uow.commit()
    return customer_id


def _ask_at_once(
    uow: BillingUnitOfWork, provider: PaymentProvider, site: Site, payment: Payment, public_url: str
) -> Payment:
    """Nobody visits a page for it, so the answer may be there already."""
    if payment.provider_id is None:
        return payment
    try:
        now = record_report(uow, payment, provider.report(payment.provider_id))
        return step_up(uow, provider, site, now, public_url) if now.needs_step_up else now
    except Unavailable:
        # The webhook or the next question brings it.
        return payment


def _description(site: Site, payment: Payment) -> str:
    return f"{site.name}: {payment.credits} credits"


def _refused(uow: BillingUnitOfWork, payment: Payment) -> Payment:
    with uow:
        failed = uow.payments.advance(payment.id, Status.FAILED)
        if failed is None:
            return uow.payments.get(payment.id)
        tell_failure(uow, failed)
        uow.commit()
    return failed
