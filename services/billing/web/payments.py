import re

from flask import Blueprint, Response, request
from shared.kit.core import Malformed
from shared.kit.http import Nothing, caller, endpoint, limiter, locale, signed, visitor, webhook
from shared.sites.accounts import at_account

from billing.errors import WebhookUnsigned
from billing.usecases.create_payment import step_up
from billing.usecases.find_payment import find_payment, is_first_purchase
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.limit_discount_guesses import limit_discount_guesses
from billing.usecases.place_order import OrderForm, place_order
from billing.web.context import current_site, wiring
from billing.web.models import PaymentAnswer, PaymentOut, PaymentQuery, PlaceOrder, StripeEvent, WebhookQuery

payments = Blueprint("payments", __name__, url_prefix="/api")

PROVIDER_ID = re.compile(r"^[a-z]{2,5}_[A-Za-z0-9]{1,58}$")


@payments.post("/order.php")
@endpoint(status=201)
def post_order(body: PlaceOrder) -> PaymentAnswer:
    """Order a package of credits; the answer says where to pay."""
    dependencies, site = wiring(), current_site()
    form = OrderForm(
        body.id,
        body.package_id,
        body.method,
        body.immediate_delivery,
        locale(),
        body.discount_code,
        saves_method=body.save_method,
    )
    with limit_discount_guesses(limiter(), form.discount_code, visitor()):
        payment = place_order(
            dependencies.unit_of_work(),
            dependencies.providers,
            site,
            caller().member_id,
            form,
            site.base_url,
        )
    return PaymentAnswer(payment=PaymentOut.of(payment, site))


@payments.get("/payment.php")
@endpoint()
def get_payment(query: PaymentQuery) -> PaymentAnswer:
    """The state of the caller's own payment."""
    dependencies = wiring()
    payment = find_payment(dependencies.unit_of_work(), dependencies.providers, caller().member_id, query.id)
    site = dependencies.sites.get(payment.site)
    if payment.needs_step_up:
        provider = dependencies.providers[payment.provider]
        payment = step_up(dependencies.unit_of_work(), provider, site, payment, site.base_url)
    is_first = is_first_purchase(dependencies.unit_of_work(), payment)
    return PaymentAnswer(payment=PaymentOut.of(payment, site, is_first=is_first))


def _signing_keys() -> tuple[str, ...]:
    """Those of the account that the address names, so that no account's signature counts for another."""
    try:
        return wiring().settings.of_account(request.args.get("account", "")).stripe_webhook_keys
    except KeyError:
        return ()


@payments.post("/stripe-webhook.php")
@webhook
@signed(_signing_keys, WebhookUnsigned, header="Stripe-Signature")
@endpoint()
def post_stripe_webhook(body: StripeEvent, query: WebhookQuery) -> Nothing:
    """Take a signed event of Stripe about a payment, once: only the report that is then asked of Stripe counts."""
    providers, name = wiring().providers, at_account("stripe", query.account)
    if (order_id := providers[name].order_of(body.data.object)) is not None:
        handle_webhook(wiring().unit_of_work(), providers, order_id, name, body.id)
    return Nothing()


@payments.post("/payment-webhook.php")
@webhook
@endpoint()
def post_webhook(query: WebhookQuery) -> Response:
    """A hint that a payment changed, from any sender: only the report that is then asked of the provider counts."""
    provider_id = request.form.get("id", "")
    if not PROVIDER_ID.match(provider_id):
        raise Malformed()
    handle_webhook(wiring().unit_of_work(), wiring().providers, provider_id, at_account("mollie", query.account))
    return Response(status=200)
