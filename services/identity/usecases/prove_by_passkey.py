import secrets
from typing import Any
from uuid import UUID, uuid4

from shared.kit.core import AuthenticationRequired

from identity.domain.passkey import RelyingParty
from identity.domain.session import Session
from identity.errors import PasskeyRefused
from identity.storage import IdentityUnit
from identity.usecases.add_passkey import CHALLENGE_LASTS, PasskeyOptions
from identity.usecases.own_account import lock_own_session
from identity.webauthn_ceremonies import WebAuthnCeremonies


def begin_passkey_proof(
    uow: IdentityUnit, webauthn: WebAuthnCeremonies, relying_party: RelyingParty, member_id: UUID
) -> PasskeyOptions:
    """Begin to prove a second factor with one of the member's own passkeys."""
    challenge_id, challenge = uuid4(), secrets.token_bytes(32)
    with uow:
        known = uow.passkeys.of(member_id)
        uow.passkeys.add_challenge(challenge_id, challenge, uow.now() + CHALLENGE_LASTS, member_id)
        uow.commit()
    return PasskeyOptions(challenge_id, webauthn.authentication_options(relying_party, challenge, known))


def prove_by_passkey(
    uow: IdentityUnit,
    webauthn: WebAuthnCeremonies,
    relying_party: RelyingParty,
    member_id: UUID,
    session_id: UUID,
    challenge_id: UUID,
    credential: dict[str, Any],
) -> Session:
    """Prove a second factor in this session with a passkey of the member's own. Raises PasskeyRefused."""
    with uow:
        challenge = uow.passkeys.take_challenge(challenge_id, member_id)
        uow.commit()
    if challenge is None:
        raise PasskeyRefused(field="id")
    with uow:
        passkey = uow.passkeys.find(webauthn.credential_id(credential))
        if passkey is None or passkey.member_id != member_id:
            raise PasskeyRefused(field="credential")
        count = webauthn.verify_authentication(relying_party, challenge, credential, passkey)
        lock_own_session(uow, member_id, session_id)
        if not uow.passkeys.use(passkey, count):
            raise PasskeyRefused(field="credential")
        session = uow.sessions.prove_second_factor(member_id, session_id, uow.now())
        if session is None:
            raise AuthenticationRequired()
        uow.commit()
    return session
