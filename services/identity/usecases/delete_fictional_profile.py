from collections.abc import Collection
from uuid import UUID

from shared.kit.core import NotFound

from identity.domain.account import Status
from identity.events.published import member_deleted
from identity.security_events import about
from identity.storage import IdentityUnit


def delete_fictional_profile(uow: IdentityUnit, sites: Collection[str], member_id: UUID) -> None:
    """Delete the account of a fictional profile of these sites; it is erased when those of members are.

    Deleting it again changes nothing. Raises NotFound for any other account.
    """
    with uow:
        account = uow.accounts.lock(member_id)
        if account is None or account.site not in sites or not account.is_fictional:
            raise NotFound()
        about(member_id)
        if account.status is Status.DELETED:
            return
        # It has no sessions, and no mailbox for a link that reactivates it.
        reactivate_until = account.delete(uow.now())
        uow.accounts.save(account)
        uow.announce(member_deleted(account.id, reactivate_until))
        uow.commit()
