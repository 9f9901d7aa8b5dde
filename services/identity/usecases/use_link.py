from collections.abc import Callable
from dataclasses import dataclass

from identity.domain.account import Account, Status
from identity.domain.authentication import RULES, AccessMethod, check_account
from identity.domain.session import hash_secret
from identity.domain.token import Purpose
from identity.security_events import about
from identity.storage import IdentityUnit

PURPOSES = {
    AccessMethod.RESET_LINK: Purpose.RESET,
    AccessMethod.ACTIVATION_LINK: Purpose.ACTIVATION,
    AccessMethod.REACTIVATION_LINK: Purpose.REACTIVATION,
    AccessMethod.ADDRESS_LINK: Purpose.MAIL_CHANGE,
    AccessMethod.STOP_LINK: Purpose.MAIL_CHANGE_STOP,
    AccessMethod.EXPORT_LINK: Purpose.EXPORT,
    AccessMethod.STAFF_INVITATION: Purpose.STAFF_INVITATION,
}


@dataclass(frozen=True)
class UsedLink:
    account: Account
    detail: str  # an argument of the token, such as the new address
    is_repeat: bool = False  # the link has acted before, and its effect still holds: there is nothing left to do


def use_link(uow: IdentityUnit, method: AccessMethod, site_key: str, token: str) -> UsedLink:
    """Use up the token of a mailed link, in the caller's transaction, if the policy allows it.

    A refusal leaves the token valid. A link acts once; pressed again within its life it is answered like the first
    time, as long as its effect holds (decision 6). The account row is locked before the token row, the lock order of
    the service: a concurrent log-in, erasure or new password waits instead of ending in a deadlock, and sees the result
    of this one.
    """
    secret_hash, purpose = hash_secret(token), PURPOSES[method]
    member_id = uow.tokens.owner_of(purpose, secret_hash)
    about(member_id)
    locked = uow.accounts.lock(member_id) if member_id else None
    if locked is not None and (repeat := _repeat(uow, method, locked, site_key, secret_hash)) is not None:
        return repeat
    account = check_account(locked, method, site_key, uow.now())
    used = uow.tokens.use(purpose, secret_hash)
    if used is None:
        raise RULES[method].unknown()
    return UsedLink(account, used[1] or "")


def _repeat(
    uow: IdentityUnit, method: AccessMethod, account: Account, site_key: str, secret_hash: bytes
) -> UsedLink | None:
    """The link as used before, if its effect still holds. None for a first use, and for links that may not repeat."""
    if account.site != site_key or account.status is Status.DELETED or account.is_suspended:
        return None
    if method not in HOLDS or (used := uow.tokens.find_used(PURPOSES[method], secret_hash)) is None:
        return None
    link = UsedLink(account, used.detail or "", is_repeat=True)
    return link if HOLDS[method](link) else None


# Whether the effect of a link still holds. A link that sets a password or hands out data is never repeated.
HOLDS: dict[AccessMethod, Callable[[UsedLink], bool]] = {
    AccessMethod.ACTIVATION_LINK: lambda link: link.account.is_confirmed,
    AccessMethod.REACTIVATION_LINK: lambda link: link.account.status is not Status.DELETED,
    AccessMethod.ADDRESS_LINK: lambda link: link.account.email == link.detail,
}
