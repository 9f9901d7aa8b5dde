"""The two cookies of a session: its secret, for identity alone, and the token every service checks."""

from flask import Response, after_this_request, request
from servicekit.errors import AuthenticationRequired

from identity.domain.account import Account
from identity.domain.session import LASTS, TOKEN_LASTS, Session
from identity.web.context import wiring


def set_session(secret: str) -> None:
    _set("session", secret, int(LASTS.total_seconds()))


def set_token(account: Account, session: Session) -> None:
    _set("token", wiring().tokens.issue(account, session), int(TOKEN_LASTS.total_seconds()))


def clear() -> None:
    for name in ("session", "token"):
        _set(name, "", 0)


def session_secret() -> str:
    """The secret of the caller's session. Raises AuthenticationRequired without one."""
    secret = request.cookies.get(wiring().settings.cookie_name("session"))
    if not secret:
        raise AuthenticationRequired()
    return secret


def _set(name: str, value: str, seconds: int) -> None:
    settings = wiring().settings

    @after_this_request
    def add(response: Response) -> Response:
        response.set_cookie(
            settings.cookie_name(name),
            value,
            max_age=seconds,
            path="/",
            secure=settings.has_https,
            httponly=True,
            samesite="Lax",
        )
        return response
