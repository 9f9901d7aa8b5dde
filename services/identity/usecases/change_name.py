from uuid import UUID

from shared.kit.core import AuthenticationRequired
from shared.sites import Site

from identity.domain.account import Account, Status
from identity.domain.member_name import checked_name
from identity.events.published import member_renamed
from identity.storage import IdentityUnit


def change_name(uow: IdentityUnit, site: Site, member_id: UUID, text: str) -> Account:
    """Correct the member's own name, by the rules of a sign-up, and announce it.

    Raises what `checked_name` raises, and NameChangedLately.
    """
    with uow:
        # Locked, so that of two corrections at once the second one sees the first.
        account = uow.accounts.lock(member_id)
        if account is None or account.status is Status.DELETED:
            raise AuthenticationRequired()
        now = uow.now()
        if account.rename(checked_name(text, account.email, site.brands), now):
            uow.accounts.save(account)
            uow.announce(member_renamed(account, now))
            uow.commit()
    return account
