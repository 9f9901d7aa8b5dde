from collections.abc import Sequence
from uuid import UUID

from servicekit.errors import NotFound

from identity.domain.passkey import Passkey
from identity.ports import IdentityUnitOfWork, Seal
from identity.usecases.fresh_second_factor import require_fresh_second_factor
from identity.usecases.tell_of_security import tell_of_security


def list_passkeys(uow: IdentityUnitOfWork, member_id: UUID) -> Sequence[Passkey]:
    with uow:
        return uow.passkeys.of(member_id)


def rename_passkey(uow: IdentityUnitOfWork, member_id: UUID, passkey_id: UUID, name: str) -> None:
    with uow:
        if not uow.passkeys.rename(member_id, passkey_id, name):
            raise NotFound()
        uow.commit()


def remove_passkey(uow: IdentityUnitOfWork, seal: Seal, member_id: UUID, session_id: UUID, passkey_id: UUID) -> None:
    """Remove a passkey, in a session that has proved a second factor just now."""
    with uow:
        require_fresh_second_factor(uow, member_id, session_id)
        if not uow.passkeys.remove(member_id, passkey_id):
            raise NotFound()
        tell_of_security(uow, seal, member_id, "passkey_removed")
        uow.commit()
