import secrets
from typing import Any
from uuid import UUID, uuid4

from identity.domain.authentication import Proof, Way
from identity.domain.device import Visit
from identity.domain.passkey import Place
from identity.errors import PasskeyRefused
from identity.ports import IdentityUnitOfWork, PasskeyCheck, Seal
from identity.usecases.add_passkey import CHALLENGE_LASTS, Offer
from identity.usecases.authenticate import Opened, authenticate


def offer_login(uow: IdentityUnitOfWork, check: PasskeyCheck, place: Place) -> Offer:
    challenge_id, challenge = uuid4(), secrets.token_bytes(32)
    with uow:
        uow.passkeys.add_challenge(challenge_id, challenge, uow.now() + CHALLENGE_LASTS, None)
        uow.commit()
    return Offer(challenge_id, check.offer_login(place, challenge))


def log_in_by_passkey(
    uow: IdentityUnitOfWork,
    check: PasskeyCheck,
    seal: Seal,
    site_key: str,
    place: Place,
    challenge_id: UUID,
    credential: dict[str, Any],
    visit: Visit,
) -> Opened:
    """Open a session by a signed challenge. The device has checked its owner, so it counts as both factors."""
    with uow:
        challenge = uow.passkeys.take_challenge(challenge_id, None)
        uow.commit()
    if challenge is None:
        raise PasskeyRefused(field="id")
    with uow:
        passkey = uow.passkeys.find(check.credential_id(credential))
        if passkey is None:
            raise PasskeyRefused(field="credential")
        count = check.new_count(place, challenge, credential, passkey)
        if not uow.passkeys.use(passkey, count):
            raise PasskeyRefused(field="credential")
        proof = Proof(Way.PASSKEY, passkey.member_id, second_factor_at=uow.now())
        opened = authenticate(uow, seal, site_key, proof, visit)
        uow.commit()
    return opened
