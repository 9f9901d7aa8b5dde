import secrets
from typing import Any
from uuid import UUID, uuid4

from identity.domain.authentication import AccessMethod, Proof
from identity.domain.device import BrowserIdentity
from identity.domain.passkey import RelyingParty
from identity.errors import PasskeyRefused
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.add_passkey import CHALLENGE_LASTS, PasskeyOptions
from identity.usecases.authenticate import OpenedSession, authenticate
from identity.webauthn_ceremonies import WebAuthnCeremonies


def begin_passkey_login(uow: IdentityUnit, webauthn: WebAuthnCeremonies, relying_party: RelyingParty) -> PasskeyOptions:
    challenge_id, challenge = uuid4(), secrets.token_bytes(32)
    with uow:
        uow.passkeys.add_challenge(challenge_id, challenge, uow.now() + CHALLENGE_LASTS, None)
        uow.commit()
    return PasskeyOptions(challenge_id, webauthn.authentication_options(relying_party, challenge))


def log_in_by_passkey(
    uow: IdentityUnit,
    webauthn: WebAuthnCeremonies,
    sealer: MailSealer,
    site_key: str,
    relying_party: RelyingParty,
    challenge_id: UUID,
    credential: dict[str, Any],
    browser: BrowserIdentity,
) -> OpenedSession:
    """Open a session by a signed challenge. The device has verified its owner, so it is both factors."""
    with uow:
        challenge = uow.passkeys.take_challenge(challenge_id, None)
        uow.commit()
    if challenge is None:
        raise PasskeyRefused(field="id")
    with uow:
        passkey = uow.passkeys.find(webauthn.credential_id(credential))
        if passkey is None:
            raise PasskeyRefused(field="credential")
        count = webauthn.verify_authentication(relying_party, challenge, credential, passkey)
        # Before the passkey's row, in the same order as an erasure and every change of the account.
        uow.accounts.lock(passkey.member_id)
        if not uow.passkeys.use(passkey, count):
            raise PasskeyRefused(field="credential")
        proof = Proof(AccessMethod.PASSKEY, passkey.member_id, second_factor_at=uow.now())
        opened = authenticate(uow, sealer, site_key, proof, browser)
        uow.commit()
    return opened
