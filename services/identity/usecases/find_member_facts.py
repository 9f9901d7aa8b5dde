from collections.abc import Sequence
from uuid import UUID

from shared.kit.core import NotFound

from identity.domain.account import Account
from identity.domain.session import Session
from identity.storage import IdentityUnit


def find_member_facts(uow: IdentityUnit, member_id: UUID) -> tuple[Account, Sequence[Session]]:
    """The account of a member, deleted ones included, and its living sessions. Raises NotFound once it is erased."""
    with uow.reading() as uow:
        account = uow.accounts.get(member_id)
        if account is None:
            raise NotFound()
        return account, uow.sessions.of(member_id)
