from flask import Blueprint
from shared.kit.http import caller, endpoint

from notifications.usecases.change_preference import change_preference, set_discreet_emails
from notifications.usecases.list_preferences import list_preferences
from notifications.usecases.suppress_email import resume_email_of
from notifications.web.context import wiring
from notifications.web.models import ChangePreference, PreferencesAnswer

preferences = Blueprint("preferences", __name__, url_prefix="/api")


@preferences.get("/notifications.php")
@endpoint()
def get_notifications() -> PreferencesAnswer:
    """List the caller's switches, by email and by push."""
    return PreferencesAnswer.of(list_preferences(wiring().unit_of_work(), caller().member_id))


@preferences.put("/notifications.php")
@endpoint()
def put_notifications(body: ChangePreference) -> PreferencesAnswer:
    """Turn one kind on or off, or choose whether emails are discreet."""
    uow, member_id = wiring().unit_of_work(), caller().member_id
    if body.type is not None:
        return PreferencesAnswer.of(change_preference(uow, member_id, body.type, email=body.email, push=body.push))
    return PreferencesAnswer.of(set_discreet_emails(uow, member_id, bool(body.discreet_mails)))


@preferences.delete("/mail-suppression.php")
@endpoint()
def delete_mail_suppression() -> PreferencesAnswer:
    """Send email again, after a bounce, a complaint or an unsubscription."""
    return PreferencesAnswer.of(resume_email_of(wiring().unit_of_work(), caller().member_id))
