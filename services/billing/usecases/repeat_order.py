from dataclasses import dataclass
from uuid import UUID

from shared.sites import Site

from billing.domain.payment import Payment
from billing.errors import SavedMethodUnknown
from billing.ports import PaymentProviders
from billing.storage import BillingUnit
from billing.usecases.place_order import OrderForm, place_order


@dataclass(frozen=True)
class RepeatForm:
    id: UUID
    package_id: str
    saved_method_id: UUID
    immediate_delivery: bool
    locale: str
    discount_code: str | None = None


def repeat_order(
    uow: BillingUnit,
    providers: PaymentProviders,
    site: Site,
    member_id: UUID,
    form: RepeatForm,
    public_url: str,
) -> Payment:
    """Order with a saved method: one press, one payment. Raises PaymentUnderWay while the last one is undecided."""
    with uow:
        saved = uow.saved_methods.find(member_id, form.saved_method_id)
        earlier = uow.payments.find(form.id)
    if saved is not None:
        kind, provider = saved.kind, saved.provider
    elif earlier is not None and earlier.member_id == member_id:
        # A retry is answered also when the method was removed meanwhile.
        kind, provider = earlier.method, earlier.provider
    else:
        raise SavedMethodUnknown(field="saved_method_id")
    order = OrderForm(
        form.id,
        form.package_id,
        kind,
        form.immediate_delivery,
        form.locale,
        form.discount_code,
        saved_method_id=form.saved_method_id,
        saved_at=provider,
    )
    return place_order(uow, providers, site, member_id, order, public_url)
