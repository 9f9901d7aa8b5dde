import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from identity.domain.passkey import MOST, Passkey, RelyingParty
from identity.errors import PasskeyRefused, TooManyPasskeys
from identity.passwords import Argon2Passwords
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.notify_security_change import notify_security_change
from identity.usecases.own_account import check_own_password, lock_own_account, lock_own_session
from identity.usecases.require_second_factor import require_fresh_second_factor, require_second_factor
from identity.webauthn_ceremonies import WebAuthnCeremonies

CHALLENGE_LASTS = timedelta(minutes=5)


@dataclass(frozen=True)
class PasskeyOptions:
    """Options of a WebAuthn ceremony for the browser, and the id of their challenge, which its answer repeats."""

    challenge_id: UUID
    options: dict[str, Any]


def begin_passkey_registration(
    uow: IdentityUnit,
    passwords: Argon2Passwords,
    webauthn: WebAuthnCeremonies,
    relying_party: RelyingParty,
    member_id: UUID,
    session_id: UUID,
    password: str,
) -> PasskeyOptions:
    """Begin to add a passkey. An account with a second factor needs a fresh proof of it in this session."""
    proved = check_own_password(uow, passwords, member_id, password)
    challenge_id, challenge = uuid4(), secrets.token_bytes(32)
    with uow:
        account = lock_own_account(uow, proved)
        _, session = lock_own_session(uow, member_id, session_id)
        require_fresh_second_factor(uow, session)
        known = uow.passkeys.of(member_id)
        if len(known) >= MOST:
            raise TooManyPasskeys()
        uow.passkeys.add_challenge(challenge_id, challenge, uow.now() + CHALLENGE_LASTS, member_id)
        uow.commit()
    return PasskeyOptions(challenge_id, webauthn.registration_options(relying_party, account, challenge, known))


def add_passkey(
    uow: IdentityUnit,
    webauthn: WebAuthnCeremonies,
    sealer: MailSealer,
    relying_party: RelyingParty,
    member_id: UUID,
    session_id: UUID,
    challenge_id: UUID,
    credential: dict[str, Any],
    name: str,
) -> Passkey:
    """Store the passkey that the member's browser has made for this challenge.

    A challenge is used up by the first answer, in a transaction of its own, also if the answer is wrong. So the account
    is locked and the session checked again before the passkey is stored. Raises PasskeyRefused or TooManyPasskeys.
    """
    with uow:
        challenge = uow.passkeys.take_challenge(challenge_id, member_id)
        uow.commit()
    if challenge is None:
        raise PasskeyRefused(field="id")
    passkey = webauthn.verify_registration(relying_party, challenge, credential, challenge_id, member_id, name)
    with uow:
        _, session = lock_own_session(uow, member_id, session_id)
        require_second_factor(uow, session)
        if len(uow.passkeys.of(member_id)) >= MOST:
            raise TooManyPasskeys()
        if not uow.passkeys.add(passkey):
            raise PasskeyRefused(field="credential")
        notify_security_change(uow, sealer, member_id, "passkey_added")
        uow.commit()
    return passkey
