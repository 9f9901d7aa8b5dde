from datetime import datetime
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.core import ClientId
from shared.kit.http import Input, Nothing, Output, caller, endpoint, limiter, locale, visitor
from shared.sites.accounts import account_in

from billing.domain.saved_method import SavedMethod
from billing.usecases.limit_discount_guesses import limit_discount_guesses
from billing.usecases.repeat_order import RepeatForm, repeat_order
from billing.usecases.save_methods import list_saved_methods, remove_saved_method
from billing.web.context import current_site, wiring
from billing.web.models import PaymentAnswer, PaymentOut

saved_methods = Blueprint("saved_methods", __name__, url_prefix="/api")


class SavedMethodOut(Output):
    id: UUID
    method: str
    brand: str | None
    last4: str | None
    mandate_reference: str | None
    saved_at: datetime | None

    @staticmethod
    def of(method: SavedMethod) -> "SavedMethodOut":
        return SavedMethodOut(
            id=method.id,
            method=method.kind,
            brand=method.brand,
            last4=method.last4,
            mandate_reference=method.mandate_reference,
            saved_at=method.saved_at,
        )


class SavedMethodsAnswer(Output):
    saved_methods: list[SavedMethodOut]


class RepeatOrder(Input):
    id: ClientId
    package_id: str = Field(max_length=20)
    saved_method_id: UUID
    immediate_delivery: bool
    discount_code: str | None = Field(None, min_length=1, max_length=40)


class RemoveMethod(Input):
    saved_method_id: UUID


@saved_methods.get("/repeat-order.php")
@endpoint()
def get_saved_methods() -> SavedMethodsAnswer:
    """The caller's saved payment methods."""
    found = list_saved_methods(wiring().unit_of_work(), caller().member_id)
    account = current_site().payment_account
    here = [method for method in found if account_in(method.provider) == account]
    return SavedMethodsAnswer(saved_methods=[SavedMethodOut.of(method) for method in here])


@saved_methods.post("/repeat-order.php")
@endpoint(status=201)
def post_repeat_order(body: RepeatOrder) -> PaymentAnswer:
    """Order a package with a saved method: one press, one payment."""
    dependencies, site = wiring(), current_site()
    form = RepeatForm(
        body.id, body.package_id, body.saved_method_id, body.immediate_delivery, locale(), body.discount_code
    )
    with limit_discount_guesses(limiter(), form.discount_code, visitor()):
        payment = repeat_order(
            dependencies.unit_of_work(),
            dependencies.providers,
            site,
            caller().member_id,
            form,
            site.base_url,
        )
    return PaymentAnswer(payment=PaymentOut.of(payment, site))


@saved_methods.delete("/repeat-order.php")
@endpoint()
def delete_saved_method(body: RemoveMethod) -> Nothing:
    """Forget a saved method, here and at the provider."""
    remove_saved_method(wiring().unit_of_work(), caller().member_id, body.saved_method_id)
    return Nothing()
