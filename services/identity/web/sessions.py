from flask import Blueprint
from shared.kit.core import Invalid
from shared.kit.http import caller, endpoint

from identity.security_events import Action
from identity.usecases.end_sessions import end_other_sessions, end_session
from identity.usecases.list_sessions import list_sessions
from identity.web import cookies
from identity.web.context import wiring
from identity.web.models.sessions import EndedAnswer, EndSessions, SessionOut, SessionsAnswer
from identity.web.security_events import logs

sessions = Blueprint("sessions", __name__, url_prefix="/api")


@sessions.get("/sessions.php")
@endpoint()
def get_sessions() -> SessionsAnswer:
    """The caller's sessions."""
    here, found = caller(), list_sessions(wiring().unit_of_work(), caller().member_id)
    return SessionsAnswer(sessions=[SessionOut.of(each, found.today, here.session_id) for each in found.sessions])


@sessions.delete("/sessions.php")
@endpoint()
@logs(Action.SESSION_END)
def delete_sessions(body: EndSessions) -> EndedAnswer:
    """End one session, or all others."""
    if (body.id is None) is not body.others:
        raise Invalid(field="id")
    here = caller()
    if body.id is None:
        return EndedAnswer(ended=end_other_sessions(wiring().unit_of_work(), here.member_id, here.session_id))
    end_session(wiring().unit_of_work(), here.member_id, body.id)
    if body.id == here.session_id:
        cookies.clear()
    return EndedAnswer(ended=1)
