from flask import Blueprint
from servicekit.web import caller, endpoint

from notifications.usecases.change_preference import change_preference
from notifications.usecases.list_preferences import list_preferences
from notifications.usecases.suppress_mail import resume_mail_of
from notifications.web.context import wiring
from notifications.web.models import ChangePreference, PreferencesAnswer

preferences = Blueprint("preferences", __name__, url_prefix="/api")


@preferences.get("/notifications.php")
@endpoint()
def get_notifications() -> PreferencesAnswer:
    """What the caller is told, by e-mail and by push."""
    return PreferencesAnswer.of(list_preferences(wiring().unit_of_work(), caller().member_id))


@preferences.put("/notifications.php")
@endpoint()
def put_notifications(body: ChangePreference) -> PreferencesAnswer:
    """Turn one kind on or off."""
    changed = change_preference(
        wiring().unit_of_work(), caller().member_id, body.type, email=body.email, push=body.push
    )
    return PreferencesAnswer.of(changed)


@preferences.delete("/mail-suppression.php")
@endpoint()
def delete_mail_suppression() -> PreferencesAnswer:
    """Send mail again, after it came back, was reported or was unsubscribed from."""
    return PreferencesAnswer.of(resume_mail_of(wiring().unit_of_work(), caller().member_id))
