from urllib.parse import urlsplit

from flask import Blueprint, request
from shared.kit.http import Nothing, caller, endpoint

from identity.domain.passkey import RelyingParty
from identity.security_events import Action
from identity.usecases.add_passkey import add_passkey, begin_passkey_registration
from identity.usecases.log_in_by_passkey import begin_passkey_login, log_in_by_passkey
from identity.usecases.manage_passkeys import list_passkeys, remove_passkey, rename_passkey
from identity.usecases.prove_by_passkey import begin_passkey_proof, prove_by_passkey
from identity.web import cookies
from identity.web.accounts import logged_in
from identity.web.context import current_site, site_key, wiring
from identity.web.guess_limits import limits_guesses
from identity.web.models import Empty
from identity.web.models.accounts import UserAnswer
from identity.web.models.passkeys import (
    NamePasskey,
    NewPasskey,
    OfferAnswer,
    OnePasskey,
    PasskeyAnswer,
    PasskeyOut,
    PasskeysAnswer,
    ShowPasskey,
)
from identity.web.models.passwords import OwnPassword
from identity.web.security_events import logs

passkeys = Blueprint("passkeys", __name__, url_prefix="/api")


@passkeys.get("/passkeys.php")
@endpoint()
def get_passkeys() -> PasskeysAnswer:
    """The caller's passkeys."""
    found = list_passkeys(wiring().unit_of_work(), caller().member_id)
    return PasskeysAnswer(passkeys=[PasskeyOut.of(each) for each in found])


@passkeys.post("/passkeys.php")
@endpoint(status=201)
@limits_guesses
def post_passkeys(body: OwnPassword) -> OfferAnswer:
    """Begin to add a passkey."""
    dependencies, here = wiring(), caller()
    offer = begin_passkey_registration(
        dependencies.unit_of_work(),
        dependencies.passwords,
        dependencies.webauthn,
        _relying_party(),
        here.member_id,
        here.session_id,
        body.password,
    )
    return OfferAnswer(id=offer.challenge_id, options=offer.options)


@passkeys.put("/passkeys.php")
@endpoint()
@logs(Action.PASSKEY_ADD)
def put_passkeys(body: NewPasskey) -> PasskeyAnswer:
    """Add a passkey made by the browser."""
    dependencies, here = wiring(), caller()
    passkey = add_passkey(
        dependencies.unit_of_work(),
        dependencies.webauthn,
        dependencies.mail_sealer,
        _relying_party(),
        here.member_id,
        here.session_id,
        body.id,
        body.credential,
        body.name,
    )
    return PasskeyAnswer(passkey=PasskeyOut.of(passkey))


@passkeys.delete("/passkeys.php")
@endpoint()
@logs(Action.PASSKEY_REMOVE)
def delete_passkeys(body: OnePasskey) -> Nothing:
    """Remove a passkey."""
    dependencies, here = wiring(), caller()
    remove_passkey(dependencies.unit_of_work(), dependencies.mail_sealer, here.member_id, here.session_id, body.id)
    return Nothing()


@passkeys.put("/passkey.php")
@endpoint()
def put_passkey(body: NamePasskey) -> Nothing:
    """Name a passkey."""
    rename_passkey(wiring().unit_of_work(), caller().member_id, body.id, body.name)
    return Nothing()


@passkeys.post("/passkey-proof.php")
@endpoint(status=201)
def post_passkey_proof(body: Empty) -> OfferAnswer:
    """Begin to prove a second factor with a passkey."""
    dependencies = wiring()
    offer = begin_passkey_proof(
        dependencies.unit_of_work(), dependencies.webauthn, _relying_party(), caller().member_id
    )
    return OfferAnswer(id=offer.challenge_id, options=offer.options)


@passkeys.put("/passkey-proof.php")
@endpoint()
@logs(Action.SECOND_FACTOR_PROVE)
def put_passkey_proof(body: ShowPasskey) -> Nothing:
    """Prove a second factor in this session with a signed challenge."""
    dependencies, here = wiring(), caller()
    prove_by_passkey(
        dependencies.unit_of_work(),
        dependencies.webauthn,
        _relying_party(),
        here.member_id,
        here.session_id,
        body.id,
        body.credential,
    )
    cookies.renew_token()
    return Nothing()


@passkeys.post("/passkey-login.php")
@endpoint(status=201)
def post_passkey_login(body: Empty) -> OfferAnswer:
    """Begin to log in with a passkey."""
    dependencies = wiring()
    offer = begin_passkey_login(dependencies.unit_of_work(), dependencies.webauthn, _relying_party())
    return OfferAnswer(id=offer.challenge_id, options=offer.options)


@passkeys.put("/passkey-login.php")
@endpoint()
@logs(Action.SESSION_OPEN)
def put_passkey_login(body: ShowPasskey) -> UserAnswer:
    """Log in with a signed challenge."""
    dependencies = wiring()
    return logged_in(
        log_in_by_passkey(
            dependencies.unit_of_work(),
            dependencies.webauthn,
            dependencies.mail_sealer,
            site_key(),
            _relying_party(),
            body.id,
            body.credential,
            cookies.browser_identity(),
        )
    )


def _relying_party() -> RelyingParty:
    """The relying party of this request; its host is one of the site's, because others are refused earlier."""
    scheme = "https" if wiring().settings.has_https else "http"
    host = urlsplit(f"//{request.host}").hostname or ""
    return RelyingParty(host, f"{scheme}://{request.host}", current_site().name)
