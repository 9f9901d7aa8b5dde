import secrets
from typing import Any
from uuid import UUID, uuid4

from identity.domain.account import Status
from identity.domain.device import Visit
from identity.domain.passkey import Place
from identity.errors import AccountDeleted, PasskeyRefused
from identity.ports import IdentityUnitOfWork, PasskeyCheck, Seal
from identity.usecases.add_passkey import CHALLENGE_LASTS, Offer
from identity.usecases.open_session import Opened, open_session, tell_of_new_device


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
    """Open a session for who has signed the challenge. The device checked who holds it: both factors are shown."""
    with uow:
        challenge = uow.passkeys.take_challenge(challenge_id, None)
        uow.commit()
    if challenge is None:
        raise PasskeyRefused(field="id")
    with uow:
        passkey = uow.passkeys.find(check.credential_id(credential))
        account = uow.accounts.lock(passkey.member_id) if passkey else None
        if passkey is None or account is None or account.site != site_key:
            raise PasskeyRefused(field="credential")
        count = check.new_count(place, challenge, credential, passkey)
        if not uow.passkeys.use(passkey, count):
            raise PasskeyRefused(field="credential")
        if account.status is Status.DELETED:
            raise AccountDeleted()
        now = uow.now()
        opened = open_session(uow, account, now, visit, second_factor_at=now)
        tell_of_new_device(uow, seal, opened, now)
        uow.commit()
    return opened
