from flask import Blueprint
from shared.kit.http import Nothing, caller, endpoint

from notifications.domain.push import PushSubscription
from notifications.usecases.subscribe_push import subscribe_push, unsubscribe_push
from notifications.web.context import wiring
from notifications.web.models import Push, Subscribe, Unsubscribed

push = Blueprint("push", __name__, url_prefix="/api")


@push.post("/user.php")
@endpoint(status=201)
def post_push_subscription(query: Push, body: Subscribe) -> Nothing:
    """Subscribe this device to pushes, for as long as it is logged in."""
    dependencies, given, asking = wiring(), body.subscription, caller()
    subscription = PushSubscription(given.endpoint, given.keys.p256dh, given.keys.auth)
    subscribe_push(
        dependencies.unit_of_work(), dependencies.push_services, asking.member_id, asking.session_id, subscription
    )
    return Nothing()


@push.delete("/user.php")
@endpoint()
def delete_push_subscription(query: Push, body: Unsubscribed) -> Nothing:
    """Delete this device's subscription."""
    unsubscribe_push(wiring().unit_of_work(), caller().member_id, body.endpoint)
    return Nothing()


# identity answers the same path without the parameter.
post_push_subscription.route_query = "push"  # type: ignore[attr-defined]
delete_push_subscription.route_query = "push"  # type: ignore[attr-defined]
