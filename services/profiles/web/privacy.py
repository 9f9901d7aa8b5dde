from flask import Blueprint
from shared.kit.http import caller, endpoint

from profiles.usecases.privacy.change_visibility import set_invisible
from profiles.usecases.privacy.view_privacy import view_privacy
from profiles.web.context import wiring
from profiles.web.privacy_models import ChangePrivacy, PrivacyAnswer

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
    """Turn invisible mode on or off."""
    dependencies, member_id = wiring(), caller().member_id
    set_invisible(dependencies.unit_of_work(), member_id, body.invisible)
    return PrivacyAnswer.of(view_privacy(dependencies.reads(), dependencies.pause, member_id))
