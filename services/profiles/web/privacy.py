from flask import Blueprint
from shared.kit.http import caller, endpoint

from profiles.errors import NotOffered
from profiles.usecases.privacy.change_visibility import change_privacy
from profiles.usecases.privacy.view_privacy import view_privacy
from profiles.web.context import current_site, wiring
from profiles.web.privacy_models import SWITCHES, ChangePrivacy, PrivacyAnswer

privacy = Blueprint("privacy", __name__, url_prefix="/api")


@privacy.get("/privacy.php")
@endpoint()
def get_privacy() -> PrivacyAnswer:
    """Return the caller's visibility settings."""
    dependencies = wiring()
    return PrivacyAnswer.of(view_privacy(dependencies.reads(), dependencies.pause, caller().member_id))


@privacy.put("/privacy.php")
@endpoint()
def put_privacy(body: ChangePrivacy) -> PrivacyAnswer:
    """Change who sees the caller: only the fields that are sent."""
    dependencies, member_id, choices = wiring(), caller().member_id, body.choices()
    offered = current_site().privacy_switches
    # A choice made while the site offered it can be taken back.
    if any(choices.get(name) is value and switch not in offered for switch, (name, value) in SWITCHES.items()):
        raise NotOffered()
    change_privacy(dependencies.unit_of_work(), member_id, choices)
    return PrivacyAnswer.of(view_privacy(dependencies.reads(), dependencies.pause, member_id))
