from urllib.parse import quote

from flask import Blueprint, Response, redirect
from shared.kit.http import Nothing, endpoint, webhook

from notifications.usecases.change_mail_switch import change_mail_switch, read_mail_switch
from notifications.usecases.unsubscribe import unsubscribe
from notifications.web.context import wiring
from notifications.web.models import MailSwitch, MailSwitchAnswer, TurnMailSwitch, Unsubscribe

unsubscribing = Blueprint("unsubscribing", __name__, url_prefix="/api")


@unsubscribing.post("/unsubscribe.php")
@webhook
@endpoint()
def post_unsubscribe(query: Unsubscribe) -> Nothing:
    """Unsubscribe with one click (RFC 8058). A mailbox posts a form without our CSRF header; the token is signed."""
    dependencies = wiring()
    unsubscribe(dependencies.unit_of_work(), dependencies.links, query.token)
    return Nothing()


@unsubscribing.get("/unsubscribe.php")
@endpoint(status=303)
def get_unsubscribe(query: Unsubscribe) -> Response:
    """Redirect to the switch that the link is about, changing nothing."""
    token = f"#token={quote(query.token)}" if query.token else ""
    return redirect(f"/notifications{token}", 303)  # type: ignore[return-value]


@unsubscribing.post("/mail-switch.php")
@endpoint()
def post_mail_switch(body: MailSwitch) -> MailSwitchAnswer:
    """Read the kind of email that a mailed link is about, without a login."""
    dependencies = wiring()
    return MailSwitchAnswer.of(read_mail_switch(dependencies.unit_of_work(), dependencies.links, body.token))


@unsubscribing.put("/mail-switch.php")
@endpoint()
def put_mail_switch(body: TurnMailSwitch) -> MailSwitchAnswer:
    """Turn that kind off or on, without a login."""
    dependencies = wiring()
    return MailSwitchAnswer.of(
        change_mail_switch(dependencies.unit_of_work(), dependencies.links, body.token, body.email)
    )
