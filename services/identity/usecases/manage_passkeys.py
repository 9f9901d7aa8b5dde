from collections.abc import Sequence
from uuid import UUID

from shared.kit.core import NotFound

from identity.domain.passkey import Passkey
from identity.errors import SecondFactorNeeded
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.usecases.notify_security_change import notify_security_change
from identity.usecases.own_account import lock_own_session
from identity.usecases.require_second_factor import has_second_factor, require_fresh_second_factor


def list_passkeys(uow: IdentityUnit, member_id: UUID) -> Sequence[Passkey]:
    with uow:
        return uow.passkeys.of(member_id)


def rename_passkey(uow: IdentityUnit, member_id: UUID, passkey_id: UUID, name: str) -> None:
    with uow:
        if not uow.passkeys.rename(member_id, passkey_id, name):
            raise NotFound()
        uow.commit()


def remove_passkey(uow: IdentityUnit, sealer: MailSealer, member_id: UUID, session_id: UUID, passkey_id: UUID) -> None:
    """Remove a passkey, in a session with a fresh proof of a second factor.

    Raises SecondFactorNeeded for the last second factor of an account of staff.
    """
    with uow:
        account, session = lock_own_session(uow, member_id, session_id)
        require_fresh_second_factor(uow, session)
        if not uow.passkeys.remove(member_id, passkey_id):
            raise NotFound()
        if account.staff is not None and not has_second_factor(uow, member_id):
            raise SecondFactorNeeded()
        notify_security_change(uow, sealer, member_id, "passkey_removed")
        uow.commit()
