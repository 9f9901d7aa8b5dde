from flask import Blueprint
from shared.kit.http import caller, endpoint, limiter

from identity.security_events import Action
from identity.usecases.activate import activate
from identity.usecases.resend_activation import resend_activation
from identity.web.context import site_key, wiring
from identity.web.models import Empty
from identity.web.models.activation import Activate, ActivatedAnswer, SentAgainAnswer
from identity.web.security_events import logs

activation = Blueprint("activation", __name__, url_prefix="/api")


@activation.post("/activate.php")
@endpoint()
@logs(Action.ADDRESS_CONFIRM)
def post_activate(body: Activate) -> ActivatedAnswer:
    """Confirm the e-mail address with the token of the mailed link."""
    activate(wiring().unit_of_work(), site_key(), body.token)
    return ActivatedAnswer()


@activation.put("/activate.php")
@endpoint()
def put_activate(body: Empty) -> SentAgainAnswer:
    """Send the activation mail again."""
    dependencies = wiring()
    return SentAgainAnswer(
        sent_again_at=resend_activation(
            dependencies.unit_of_work(), dependencies.mail_sealer, limiter(), caller().member_id
        )
    )
