"""Cookies: the secret of the session, for identity alone; the token, which every service verifies; and the device's.

The device's cookie outlasts a session, so that a browser is recognised at the next log-in.
"""

from datetime import timedelta

from flask import Response, after_this_request, request
from shared.kit.core import AuthenticationRequired
from shared.kit.http import ADDRESS_HEADER

from identity.domain.account import Account
from identity.domain.device import BrowserIdentity, Device
from identity.domain.openid import LASTS as OPENID_LASTS
from identity.domain.session import LASTS, TOKEN_LASTS, Session, hash_secret
from identity.storage.member_search import hash_of_address
from identity.usecases.authenticate import OpenedSession
from identity.usecases.find_namesakes import find_namesakes
from identity.usecases.renew import renew
from identity.web.context import site_key, wiring

DEVICE_LASTS = timedelta(days=400)  # the longest that browsers keep a cookie


def set_opened(opened: OpenedSession) -> None:
    """Set the cookies of a new session, of its token and of the device."""
    _set("session", opened.secret, int(LASTS.total_seconds()))
    _set("device", opened.device_secret, int(DEVICE_LASTS.total_seconds()))
    set_token(opened.account, opened.session)


def set_token(account: Account, session: Session) -> None:
    own = find_namesakes(wiring().unit_of_work(), account, wiring().sites.site_keys())
    _set("token", wiring().tokens.issue(account, session, own), int(TOKEN_LASTS.total_seconds()))


def renew_token() -> None:
    """Replace the token by one with the newest proof of the session."""
    set_token(*renew(wiring().unit_of_work(), site_key(), session_secret(), network_hash()))


def clear() -> None:
    """Clear the cookies of the session, and the storage and cache of the site (Clear-Site-Data).

    The device's cookie stays, so that the next log-in comes from a known device. Clear-Site-Data does not name
    "cookies", which would also clear those of other sites on the domain.
    """
    for name in ("session", "token"):
        _set(name, "", 0)

    @after_this_request
    def clear_site_data(response: Response) -> Response:
        response.headers["Clear-Site-Data"] = '"cache", "storage"'
        return response


def keep_openid(sealed: bytes) -> None:
    """Keep the state of a log-in at the OpenID provider in this browser, for as long as it is valid."""
    _set("openid", sealed.decode(), int(OPENID_LASTS.total_seconds()))


def kept_openid() -> str:
    """The sealed state of a log-in at the OpenID provider; empty without one."""
    return request.cookies.get(wiring().settings.cookie_name("openid"), "")


def drop_openid() -> None:
    _set("openid", "", 0)


def session_secret() -> str:
    """The secret of the caller's session. Raises AuthenticationRequired without one."""
    secret = request.cookies.get(wiring().settings.cookie_name("session"))
    if not secret:
        raise AuthenticationRequired()
    return secret


def browser_identity() -> BrowserIdentity:
    """The device and the cookies of the browser that sent this request."""
    settings = wiring().settings
    return BrowserIdentity(
        device=Device.of(request.headers.get("User-Agent", "")),
        device_secret=request.cookies.get(settings.cookie_name("device")),
        session_secret=request.cookies.get(settings.cookie_name("session")),
        network_hash=network_hash(),
    )


def network_hash() -> bytes | None:
    """The keyed hash of the network (/24 or /48) of this request; None without an address."""
    return hash_of_address(wiring().settings.source_keys, request.headers.get(ADDRESS_HEADER, ""))


def device_hash() -> str:
    """The hash of this browser's device secret, as hex; empty without one."""
    secret = browser_identity().device_secret
    return hash_secret(secret).hex() if secret else ""


def pretended_country() -> str | None:
    """The country that a developer has chosen for this browser."""
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
