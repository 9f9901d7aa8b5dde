from flask import Blueprint, Response, redirect
from servicekit.web import endpoint
from servicekit.web.endpoint import Nothing
from servicekit.web.guards import webhook

from notifications.usecases.unsubscribe import unsubscribe
from notifications.web.context import wiring
from notifications.web.models import Unsubscribe

unsubscribing = Blueprint("unsubscribing", __name__, url_prefix="/api")


@unsubscribing.post("/unsubscribe.php")
@webhook
@endpoint()
def post_unsubscribe(query: Unsubscribe) -> Nothing:
    """One click in a mailbox (RFC 8058): its provider posts a form without our header; the signed token says it all."""
    held = wiring()
    unsubscribe(held.unit_of_work(), held.links, query.token)
    return Nothing()


@unsubscribing.get("/unsubscribe.php")
@endpoint(status=303)
def get_unsubscribe() -> Response:
    """Opening the link changes nothing; it leads to where the mails are chosen."""
    return redirect("/notifications", 303)  # type: ignore[return-value]
