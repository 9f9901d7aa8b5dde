from dataclasses import dataclass

from identity.domain.account import Account
from identity.domain.authentication import RULES, Way, check_account
from identity.domain.session import hash_secret
from identity.domain.token import Purpose
from identity.ports import IdentityUnitOfWork
from identity.security_events import about

PURPOSES = {
    Way.RESET_LINK: Purpose.RESET,
    Way.ACTIVATION_LINK: Purpose.ACTIVATION,
    Way.REACTIVATION_LINK: Purpose.REACTIVATION,
    Way.ADDRESS_LINK: Purpose.MAIL_CHANGE,
    Way.STOP_LINK: Purpose.MAIL_CHANGE_STOP,
    Way.EXPORT_LINK: Purpose.EXPORT,
}


@dataclass(frozen=True)
class UsedLink:
    account: Account
    detail: str  # what the token was made for, such as a new address


def use_link(uow: IdentityUnitOfWork, way: Way, site_key: str, token: str) -> UsedLink:
    """Use up the token of a mailed link, in the caller's transaction, if the policy lets it. A refusal leaves it good.

    The account is locked before the token, as everywhere: a log-in, an erasure or a new password at the same moment
    waits instead of ending in a deadlock, and whichever comes second finds what the first has left.
    """
    secret_hash, purpose = hash_secret(token), PURPOSES[way]
    member_id = uow.tokens.whose(purpose, secret_hash)
    about(member_id)
    account = check_account(uow.accounts.lock(member_id) if member_id else None, way, site_key, uow.now())
    used = uow.tokens.use(purpose, secret_hash)
    if used is None:
        raise RULES[way].unknown()
    return UsedLink(account, used[1] or "")
