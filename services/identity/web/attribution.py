"""The consent `attribution` in a sign-up. `Sec-GPC: 1` (Global Privacy Control) refuses it, also against the form."""

from flask import request

from identity.domain.consent import ConsentKind
from identity.domain.origin import Tracking
from identity.web.models.sign_up import SignUp


def agreed(body: SignUp) -> list[ConsentKind]:
    """The consents given, in the order of the form."""
    given = [ConsentKind(kind) for kind in dict.fromkeys(body.consents)]
    return [kind for kind in given if kind is not ConsentKind.ATTRIBUTION or not _objects()]


def agreed_tracking(body: SignUp) -> Tracking | None:
    """The campaign; None without the consent `attribution`, so that nothing stores it or passes it on."""
    if body.tracking is None or ConsentKind.ATTRIBUTION not in agreed(body):
        return None
    return body.tracking.as_value()


def _objects() -> bool:
    return request.headers.get("Sec-GPC", "") == "1"
