"""A decorator that logs a view as a security event: allowed, or refused with the code of its error."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from shared.kit.core import Outcome, Refusal, log_security_event
from shared.kit.http import caller_or_none, hashed_source

from identity.security_events import Action, about, current_member
from identity.web.context import site_key

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

REFUSED_AS = {Action.SESSION_OPEN: Action.SESSION_REFUSE}


def logs(action: Action) -> Callable[[Callable[Arguments, Answer]], Callable[Arguments, Answer]]:
    """Decorate a view. Applied below `endpoint`, so only validated and authorized requests are logged."""

    def decorate(view: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
        @wraps(view)
        def logged(*given: Arguments.args, **named: Arguments.kwargs) -> Answer:
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
