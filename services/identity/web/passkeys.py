from urllib.parse import urlsplit

from flask import Blueprint, request
from servicekit.web import caller, endpoint
from servicekit.web.endpoint import Nothing

from identity.domain.passkey import Place
from identity.security_events import Action
from identity.usecases.add_passkey import add_passkey, offer_passkey
from identity.usecases.keep_passkeys import list_passkeys, remove_passkey, rename_passkey
from identity.usecases.log_in_by_passkey import log_in_by_passkey, offer_login
from identity.usecases.prove_by_passkey import offer_proof, prove_by_passkey
from identity.web import cookies
from identity.web.accounts import logged_in
from identity.web.context import current_site, site_key, wiring
from identity.web.guessing import takes_secret
from identity.web.models import Empty, UserAnswer
from identity.web.proving_models import (
    NamePasskey,
    NewPasskey,
    OfferAnswer,
    OnePasskey,
    OwnPassword,
    PasskeyAnswer,
    PasskeyOut,
    PasskeysAnswer,
    ShowPasskey,
)
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
@takes_secret
def post_passkeys(body: OwnPassword) -> OfferAnswer:
    """Begin to add a passkey."""
    held, here = wiring(), caller()
    offer = offer_passkey(
        held.unit_of_work(), held.passwords, held.passkeys, _place(), here.member_id, here.session_id, body.password
    )
    return OfferAnswer(id=offer.challenge_id, options=offer.options)


@passkeys.put("/passkeys.php")
@endpoint()
@logs(Action.PASSKEY_ADD)
def put_passkeys(body: NewPasskey) -> PasskeyAnswer:
    """Add the passkey the browser has made."""
    held = wiring()
    passkey = add_passkey(
        held.unit_of_work(),
        held.passkeys,
        held.seal,
        _place(),
        caller().member_id,
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
    held, here = wiring(), caller()
    remove_passkey(held.unit_of_work(), held.seal, here.member_id, here.session_id, body.id)
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
    held = wiring()
    offer = offer_proof(held.unit_of_work(), held.passkeys, _place(), caller().member_id)
    return OfferAnswer(id=offer.challenge_id, options=offer.options)


@passkeys.put("/passkey-proof.php")
@endpoint()
@logs(Action.SECOND_FACTOR_PROVE)
def put_passkey_proof(body: ShowPasskey) -> Nothing:
    """Prove a second factor within this session with the passkey that has signed."""
    held, here = wiring(), caller()
    prove_by_passkey(
        held.unit_of_work(), held.passkeys, _place(), here.member_id, here.session_id, body.id, body.credential
    )
    cookies.renew_token()
    return Nothing()


@passkeys.post("/passkey-login.php")
@endpoint(status=201)
def post_passkey_login(body: Empty) -> OfferAnswer:
    """Begin to log in with a passkey."""
    held = wiring()
    offer = offer_login(held.unit_of_work(), held.passkeys, _place())
    return OfferAnswer(id=offer.challenge_id, options=offer.options)


@passkeys.put("/passkey-login.php")
@endpoint()
@logs(Action.SESSION_OPEN)
def put_passkey_login(body: ShowPasskey) -> UserAnswer:
    """Log in with the passkey that has signed."""
    held = wiring()
    return logged_in(
        log_in_by_passkey(
            held.unit_of_work(),
            held.passkeys,
            held.seal,
            site_key(),
            _place(),
            body.id,
            body.credential,
            cookies.visit(),
        )
    )


def _place() -> Place:
    """The host is one of the site's own: others are refused before this."""
    scheme = "https" if wiring().settings.has_https else "http"
    host = urlsplit(f"//{request.host}").hostname or ""
    return Place(host, f"{scheme}://{request.host}", current_site().name)
