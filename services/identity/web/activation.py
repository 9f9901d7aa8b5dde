from flask import Blueprint
from servicekit.web import caller, endpoint
from servicekit.web.rate_limit import limiter

from identity.security_events import Action
from identity.usecases.activate import activate
from identity.usecases.resend_activation import resend_activation
from identity.web.context import site_key, wiring
from identity.web.models import Activate, ActivatedAnswer, Empty, SentAgainAnswer
from identity.web.security_events import logs

activation = Blueprint("activation", __name__, url_prefix="/api")


@activation.post("/activate.php")
@endpoint()
@logs(Action.ADDRESS_CONFIRM)
def post_activate(body: Activate) -> ActivatedAnswer:
    """Confirm the e-mail address with the token of the mail's link."""
    activate(wiring().unit_of_work(), site_key(), body.token)
    return ActivatedAnswer()


@activation.put("/activate.php")
@endpoint()
def put_activate(body: Empty) -> SentAgainAnswer:
    """Send the activation mail again."""
    held = wiring()
    return SentAgainAnswer(
        sent_again_at=resend_activation(held.unit_of_work(), held.seal, limiter(), caller().member_id)
    )
