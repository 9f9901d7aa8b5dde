from dataclasses import dataclass

from identity.domain.account import Account
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
}


@dataclass(frozen=True)
class UsedLink:
    account: Account
    detail: str  # an argument of the token, such as the new address


def use_link(uow: IdentityUnit, method: AccessMethod, site_key: str, token: str) -> UsedLink:
    """Use up the token of a mailed link, in the caller's transaction, if the policy allows it.

    A refusal leaves the token valid. The account row is locked before the token row, the lock order of the service: a
    concurrent log-in, erasure or new password waits instead of ending in a deadlock, and sees the result of this one.
    """
    secret_hash, purpose = hash_secret(token), PURPOSES[method]
    member_id = uow.tokens.owner_of(purpose, secret_hash)
    about(member_id)
    account = check_account(uow.accounts.lock(member_id) if member_id else None, method, site_key, uow.now())
    used = uow.tokens.use(purpose, secret_hash)
    if used is None:
        raise RULES[method].unknown()
    return UsedLink(account, used[1] or "")
