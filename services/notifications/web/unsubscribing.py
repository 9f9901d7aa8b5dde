from flask import Blueprint, Response, redirect, request
from servicekit.web.guards import webhook

from notifications.usecases.unsubscribe import unsubscribe
from notifications.web.context import wiring

unsubscribing = Blueprint("unsubscribing", __name__, url_prefix="/api")


@unsubscribing.post("/unsubscribe.php")
@webhook
def post_unsubscribe() -> Response:
    """One click in a mailbox (RFC 8058): its provider posts a form without our header; the signed token says it all."""
    held = wiring()
    unsubscribe(held.unit_of_work(), held.links, request.args.get("token", ""))
    return Response("{}", mimetype="application/json")


@unsubscribing.get("/unsubscribe.php")
def get_unsubscribe() -> Response:
    """Opening the link changes nothing; it leads to where the mails are chosen."""
    return redirect("/notifications", 303)  # type: ignore[return-value]
