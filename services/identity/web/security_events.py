"""Logs a view as a security event: allowed when it answers, refused with the error's code when it raises."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from servicekit.errors import Refusal
from servicekit.security_log import Outcome, log_security_event
from servicekit.web import caller_or_none
from servicekit.web.source import hashed_source

from identity.security_events import Action, about, current_member
from identity.web.context import site_key

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

REFUSED_AS = {Action.SESSION_OPEN: Action.SESSION_REFUSE}


def logs(action: Action) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """Stands below `endpoint`, so it sees requests that passed the checks of form and role."""

    def decorate(view: Callable[Given, Answer]) -> Callable[Given, Answer]:
        @wraps(view)
        def logged(*given: Given.args, **named: Given.kwargs) -> Answer:
            here = caller_or_none()
            about(here.member_id if here else None)
            try:
                answer = view(*given, **named)
            except Refusal as refusal:
                _log(REFUSED_AS.get(action, action), Outcome.REFUSED, refusal.code)
                raise
            _log(action, Outcome.ALLOWED, None)
            return answer

        return logged

    return decorate


def _log(action: Action, outcome: Outcome, reason: str | None) -> None:
    log_security_event(
        action, outcome, member_id=current_member(), site=site_key(), source=hashed_source(), reason=reason
    )
