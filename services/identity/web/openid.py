"""Logging in at the company's OpenID provider, for people of staff alone."""

from contextlib import suppress

from cryptography.fernet import InvalidToken
from flask import Blueprint
from shared.kit.core import AuthenticationRequired
from shared.kit.http import endpoint

from identity.domain.openid import ProvenLogIn, restored_log_in, restored_proof, stored
from identity.errors import OidcExpired, OidcUnavailable, SecondFactorRequired
from identity.security_events import Action
from identity.usecases.authenticate import OpenedSession
from identity.usecases.log_in_by_openid import open_by_openid, prove_by_openid
from identity.usecases.log_out import find_caller, log_out
from identity.web import cookies
from identity.web.context import current_site, site_key, wiring
from identity.web.guess_limits import limit_guesses
from identity.web.models.accounts import User
from identity.web.models.openid import (
    FinishOpenId,
    OpenIdAnswer,
    OpenIdLogOutAnswer,
    OpenIdOffer,
    OpenIdPageAnswer,
)
from identity.web.security_events import logs

openid = Blueprint("openid", __name__, url_prefix="/api")

RETURN_PATH, AFTER_PATH = "/desk/openid", "/desk"


@openid.get("/desk-openid.php")
@endpoint()
def get_desk_openid() -> OpenIdOffer:
    """Whether the company has an OpenID provider, at which people of staff may log in."""
    return OpenIdOffer(offered=wiring().openid_provider.is_offered)


@openid.post("/desk-openid.php")
@endpoint()
def post_desk_openid() -> OpenIdPageAnswer:
    """Begin a log-in at the provider. Returns its page; a cookie keeps what its answer is compared with."""
    dependencies = wiring()
    log_in = dependencies.openid_provider.begin(_page(RETURN_PATH))
    with dependencies.unit_of_work() as uow:
        cookies.keep_openid(dependencies.settings.authenticator_keys.seal(stored(log_in, uow.now())))
    return OpenIdPageAnswer(url=log_in.url)


@openid.put("/desk-openid.php")
@endpoint()
def put_desk_openid(body: FinishOpenId) -> OpenIdAnswer:
    """Finish a log-in with the provider's answer and, where it states no second factor, a code of the own app.

    `user` is null while the code is due; it is sent with `second_factor` alone, within five minutes.
    """
    with limit_guesses(None):
        try:
            opened = _opened(body)
        except SecondFactorRequired:
            return OpenIdAnswer(user=None)
    cookies.drop_openid()
    cookies.set_opened(opened)
    return OpenIdAnswer(user=User.of(opened.account, current_site()))


@openid.delete("/desk-openid.php")
@endpoint()
@logs(Action.SESSION_END)
def delete_desk_openid() -> OpenIdLogOutAnswer:
    """Log out here. Returns the provider's page that ends its session, for accounts that log in there."""
    dependencies, url = wiring(), None
    with suppress(AuthenticationRequired):
        caller_id = find_caller(dependencies.unit_of_work(), cookies.session_secret())
        log_out(dependencies.unit_of_work(), cookies.session_secret())
        with dependencies.unit_of_work() as uow:
            is_bound = caller_id is not None and uow.staff.is_bound(caller_id)
        # A provider that is down keeps nobody logged in here.
        with suppress(OidcUnavailable):
            url = dependencies.openid_provider.log_out_url(_page(AFTER_PATH)) if is_bound else None
    cookies.clear()
    return OpenIdLogOutAnswer(url=url)


@logs(Action.SESSION_OPEN)
def _opened(body: FinishOpenId) -> OpenedSession:
    """The new session. Raises SecondFactorRequired where a code is due; the proven identity is kept until it comes."""
    dependencies = wiring()
    proven = _kept_proof() if body.code is None or body.state is None else _proven(body.state, body.code)
    try:
        return open_by_openid(
            dependencies.unit_of_work(),
            dependencies.codes,
            dependencies.mail_sealer,
            site_key(),
            proven,
            body.second_factor,
            cookies.browser_identity(),
        )
    except SecondFactorRequired:
        with dependencies.unit_of_work() as uow:
            cookies.keep_openid(dependencies.settings.authenticator_keys.seal(stored(proven, uow.now())))
        raise


def _proven(state: str, code: str) -> ProvenLogIn:
    dependencies = wiring()
    with dependencies.unit_of_work() as uow:
        log_in = restored_log_in(_kept(), state, uow.now())
    # A state is used once, whatever comes of it.
    cookies.drop_openid()
    if log_in is None:
        raise OidcExpired(field="state")
    return prove_by_openid(dependencies.unit_of_work(), dependencies.openid_provider, site_key(), log_in, code)


def _kept_proof() -> ProvenLogIn:
    with wiring().unit_of_work() as uow:
        proven = restored_proof(_kept(), uow.now())
    if proven is None:
        raise OidcExpired(field="state")
    return proven


def _kept() -> bytes:
    """The content of this browser's sealed cookie. Raises OidcExpired without one."""
    try:
        return wiring().settings.authenticator_keys.open(cookies.kept_openid().encode())
    except InvalidToken as error:
        raise OidcExpired(field="state") from error


def _page(path: str) -> str:
    """One address for each brand, which the provider knows: that of its own language."""
    site = current_site()
    return site.url(site.domain_language, path)
