from flask import Blueprint
from shared.kit.http import caller, endpoint

from identity.usecases.give_consent import give_consent, list_consents
from identity.web.context import current_site, wiring
from identity.web.models.consents import ConsentsAnswer, GiveConsent

consents = Blueprint("consents", __name__, url_prefix="/api")


@consents.get("/consents.php")
@endpoint()
def get_consents() -> ConsentsAnswer:
    """The caller's consents, with dates and versions."""
    states = list_consents(wiring().unit_of_work(), caller().member_id, current_site().terms_at)
    return ConsentsAnswer.of(states)


@consents.put("/consents.php")
@endpoint()
def put_consents(body: GiveConsent) -> ConsentsAnswer:
    """Give a consent, or withdraw it."""
    states = give_consent(
        wiring().unit_of_work(),
        caller().member_id,
        current_site().terms_at,
        body.kind,
        body.version,
        is_given=body.given,
    )
    return ConsentsAnswer.of(states)
