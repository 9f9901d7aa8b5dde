"""The cookies of a session: its secret, for identity alone, and the token every service checks.

A third, longer-lived one outlasts them: the device's, by which a browser is known again.
"""

from datetime import timedelta

from flask import Response, after_this_request, request
from servicekit.errors import AuthenticationRequired

from identity.domain.account import Account
from identity.domain.device import Device, Visit
from identity.domain.session import LASTS, TOKEN_LASTS, Session, hash_secret
from identity.usecases.authenticate import Opened
from identity.usecases.renew import renew
from identity.web.context import site_key, wiring

DEVICE_LASTS = timedelta(days=400)  # browsers keep no cookie longer


def set_opened(opened: Opened) -> None:
    """All that a browser holds of a session just opened, and what it is known again by."""
    _set("session", opened.secret, int(LASTS.total_seconds()))
    _set("device", opened.device_secret, int(DEVICE_LASTS.total_seconds()))
    set_token(opened.account, opened.session)


def set_token(account: Account, session: Session) -> None:
    _set("token", wiring().tokens.issue(account, session), int(TOKEN_LASTS.total_seconds()))


def renew_token() -> None:
    """The token says from now on what the session has proved meanwhile."""
    set_token(*renew(wiring().unit_of_work(), site_key(), session_secret()))


def clear() -> None:
    """Take the session from the browser, and with it what the site has stored and cached there.

    The device's cookie stays: the next log-in comes from a known device. So "cookies" is not cleared, which would also
    reach the other sites of the domain.
    """
    for name in ("session", "token"):
        _set(name, "", 0)

    @after_this_request
    def clear_site_data(response: Response) -> Response:
        response.headers["Clear-Site-Data"] = '"cache", "storage"'
        return response


def session_secret() -> str:
    """The secret of the caller's session. Raises AuthenticationRequired without one."""
    secret = request.cookies.get(wiring().settings.cookie_name("session"))
    if not secret:
        raise AuthenticationRequired()
    return secret


def visit() -> Visit:
    """What this browser brings along."""
    settings = wiring().settings
    return Visit(
        device=Device.of(request.headers.get("User-Agent", "")),
        device_secret=request.cookies.get(settings.cookie_name("device")),
        session_secret=request.cookies.get(settings.cookie_name("session")),
    )


def device_hash() -> str:
    """The hash of this browser's device secret, as hex; empty when it has none."""
    secret = visit().device_secret
    return hash_secret(secret).hex() if secret else ""


def pretended_country() -> str | None:
    """The country a developer's browser pretends to be in."""
    return request.cookies.get(wiring().settings.cookie_name("pretended_country"))


def pretend_country(country: str) -> None:
    _set("pretended_country", country, int(timedelta(days=1).total_seconds()))


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
