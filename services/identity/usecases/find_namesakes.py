from collections.abc import Collection
from uuid import UUID

from identity.domain.account import Account
from identity.storage import IdentityUnit

MOST = 20  # all of them are in a token, which has to fit into a cookie


def find_namesakes(uow: IdentityUnit, account: Account, sites: Collection[str]) -> list[UUID]:
    """The living members with the address of an account of staff, who are the same person; none for a member."""
    if account.staff is None:
        return []
    with uow.reading() as reads:
        return reads.accounts.namesakes(account.email, sites, MOST)
