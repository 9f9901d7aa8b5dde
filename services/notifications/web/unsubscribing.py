from urllib.parse import quote

from flask import Blueprint, Response, redirect
from servicekit.web import endpoint
from servicekit.web.endpoint import Nothing
from servicekit.web.guards import webhook

from notifications.usecases.turn_mail_switch import see_mail_switch, turn_mail_switch
from notifications.usecases.unsubscribe import unsubscribe
from notifications.web.context import wiring
from notifications.web.models import MailSwitch, MailSwitchAnswer, TurnMailSwitch, Unsubscribe

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
def get_unsubscribe(query: Unsubscribe) -> Response:
    """Opening the link changes nothing; it leads to the one switch it is about."""
    token = f"#token={quote(query.token)}" if query.token else ""
    return redirect(f"/notifications{token}", 303)  # type: ignore[return-value]


@unsubscribing.post("/mail-switch.php")
@endpoint()
def post_mail_switch(body: MailSwitch) -> MailSwitchAnswer:
    """The one kind of mail that a mailed link is about, without a login."""
    held = wiring()
    return MailSwitchAnswer.of(see_mail_switch(held.unit_of_work(), held.links, body.token))


@unsubscribing.put("/mail-switch.php")
@endpoint()
def put_mail_switch(body: TurnMailSwitch) -> MailSwitchAnswer:
    """Turn it off or on."""
    held = wiring()
    return MailSwitchAnswer.of(turn_mail_switch(held.unit_of_work(), held.links, body.token, body.email))
