from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from shared.kit.core import Invalid, NotFound

from identity.domain.account import Account, Status
from identity.domain.consent import ConsentKind
from identity.storage import IdentityUnit

MOST = 200


def find_contact(uow: IdentityUnit, member_id: UUID) -> Account:
    """The account with the address for a member's mails. Raises NotFound for deleted and erased members."""
    found = find_contacts(uow, [member_id])
    if not found:
        raise NotFound()
    return found[0]


def find_contacts(uow: IdentityUnit, member_ids: Sequence[UUID]) -> list[Account]:
    """The accounts with the addresses of at most 200 members' mails; deleted and erased members have none,
    and neither have fictional profiles."""
    if len(member_ids) > MOST:
        raise Invalid(field="member_ids")
    with uow.reading() as uow:
        accounts = uow.accounts.get_many(member_ids)
    return [account for account in accounts if account.status is not Status.DELETED and not account.is_fictional]


@dataclass(frozen=True)
class Lifecycle:
    """Facts about a member that decide whether a campaign mail is for them. `seen_on` is the last use of a session or
    browser, else the sign-up."""

    has_consented: bool
    allows_attribution: bool
    seen_on: date


def find_lifecycles(uow: IdentityUnit, accounts: Sequence[Account]) -> dict[UUID, Lifecycle]:
    """The lifecycle of each of these accounts, with three statements for all of them."""
    ids = [account.id for account in accounts]
    with uow.reading() as uow:
        consented = uow.consents.given_among(ids, ConsentKind.MARKETING)
        attributed = uow.consents.given_among(ids, ConsentKind.ATTRIBUTION)
        seen = uow.sessions.seen_on(ids)
    return {
        account.id: Lifecycle(
            account.id in consented,
            account.id in attributed,
            max(seen.get(account.id, date.min), account.signed_up_at.date()),
        )
        for account in accounts
    }
