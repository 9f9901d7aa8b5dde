import re

from flask import Blueprint, Response, request
from servicekit.errors import Malformed
from servicekit.web import caller, endpoint, locale
from servicekit.web.guards import webhook
from servicekit.web.rate_limit import limiter, visitor

from billing.usecases.find_payment import find_payment
from billing.usecases.guess_discount import guess_discount
from billing.usecases.hear_webhook import hear_webhook
from billing.usecases.make_payment import step_up
from billing.usecases.place_order import OrderForm, place_order
from billing.web.context import current_site, site_key, wiring
from billing.web.models import PaymentAnswer, PaymentOut, PaymentQuery, PlaceOrder

payments = Blueprint("payments", __name__, url_prefix="/api")

PROVIDER_ID = re.compile(r"^[a-z]{2,5}_[A-Za-z0-9]{1,58}$")


@payments.post("/order.php")
@endpoint(status=201)
def post_order(body: PlaceOrder) -> PaymentAnswer:
    """Order a package of credits; the answer says where to pay."""
    held, site = wiring(), current_site()
    form = OrderForm(
        body.id,
        body.package_id,
        body.method,
        body.immediate_delivery,
        locale(),
        body.discount_code,
        saves_method=body.save_method,
    )
    with guess_discount(limiter(), form.discount_code, visitor()):
        payment = place_order(
            held.unit_of_work(),
            held.provider,
            site_key(),
            site,
            caller().member_id,
            form,
            held.sites.address_of(site_key(), held.settings.public_url),
        )
    return PaymentAnswer(payment=PaymentOut.of(payment, site))


@payments.get("/payment.php")
@endpoint()
def get_payment(query: PaymentQuery) -> PaymentAnswer:
    """What became of the caller's own payment."""
    held = wiring()
    payment = find_payment(held.unit_of_work(), held.provider, caller().member_id, query.id)
    site = held.sites.get(payment.site)
    if payment.needs_step_up:
        address = held.sites.address_of(payment.site, held.settings.public_url)
        payment = step_up(held.unit_of_work(), held.provider, site, payment, address)
    return PaymentAnswer(payment=PaymentOut.of(payment, site))


@payments.post("/payment-webhook.php")
@webhook
@endpoint()
def post_webhook() -> Response:
    """The provider's hint that a payment changed. Whoever sends it, only the provider's own answer counts."""
    provider_id = request.form.get("id", "")
    if not PROVIDER_ID.match(provider_id):
        raise Malformed()
    hear_webhook(wiring().unit_of_work(), wiring().provider, provider_id)
    return Response(status=200)
