import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from identity.domain.passkey import MOST, Passkey, Place
from identity.errors import PasskeyRefused, TooManyPasskeys
from identity.ports import IdentityUnitOfWork, PasskeyCheck, Passwords, Seal
from identity.usecases.check_own_password import check_own_password
from identity.usecases.fresh_second_factor import require_fresh_second_factor
from identity.usecases.tell_of_security import tell_of_security

CHALLENGE_LASTS = timedelta(minutes=5)


@dataclass(frozen=True)
class Offer:
    """What a browser is asked to do with a passkey, and the challenge's id for its answer."""

    challenge_id: UUID
    options: dict[str, Any]


def offer_passkey(
    uow: IdentityUnitOfWork,
    passwords: Passwords,
    check: PasskeyCheck,
    place: Place,
    member_id: UUID,
    session_id: UUID,
    password: str,
) -> Offer:
    """Begin to add a passkey. Where there is a second factor already, this session must have proved it just now."""
    account = check_own_password(uow, passwords, member_id, password)
    challenge_id, challenge = uuid4(), secrets.token_bytes(32)
    with uow:
        require_fresh_second_factor(uow, member_id, session_id)
        known = uow.passkeys.of(member_id)
        if len(known) >= MOST:
            raise TooManyPasskeys()
        uow.passkeys.add_challenge(challenge_id, challenge, uow.now() + CHALLENGE_LASTS, member_id)
        uow.commit()
    return Offer(challenge_id, check.offer_registration(place, account, challenge, known))


def add_passkey(
    uow: IdentityUnitOfWork,
    check: PasskeyCheck,
    seal: Seal,
    place: Place,
    member_id: UUID,
    challenge_id: UUID,
    credential: dict[str, Any],
    name: str,
) -> Passkey:
    """Keep the passkey the member's browser has made for the challenge, which counts once."""
    with uow:
        challenge = uow.passkeys.take_challenge(challenge_id, member_id)
        uow.commit()
    if challenge is None:
        raise PasskeyRefused(field="id")
    passkey = check.registered(place, challenge, credential, challenge_id, member_id, name)
    with uow:
        uow.accounts.lock(member_id)  # so that the limit holds for two at once
        if len(uow.passkeys.of(member_id)) >= MOST:
            raise TooManyPasskeys()
        if not uow.passkeys.add(passkey):
            raise PasskeyRefused(field="credential")
        tell_of_security(uow, seal, member_id, "passkey_added")
        uow.commit()
    return passkey
