"""Authentication policy: which account states each way into an account accepts.

A way is everything that opens a session, keeps one alive, or acts on an account by the token of a mailed link. Every
state is decided here, for all ways at once, so a way added later cannot forget one: `RULES` must have its row.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto
from uuid import UUID

from servicekit.errors import AuthenticationRequired, Refusal

from identity.domain.account import Account, Status
from identity.errors import (
    AccountDeleted,
    AccountSuspended,
    ActivationFailed,
    ExportLinkInvalid,
    LinkInvalid,
    LoginFailed,
    PasskeyRefused,
    ReactivationFailed,
)


class Way(StrEnum):
    # Open a session.
    PASSWORD = auto()
    PASSKEY = auto()
    SIGN_UP = auto()
    PASSWORD_CHANGE = auto()
    # Keep one alive.
    RENEWAL = auto()
    # Act by the token of a mailed link, without a session.
    RESET_LINK = auto()
    ACTIVATION_LINK = auto()
    REACTIVATION_LINK = auto()
    ADDRESS_LINK = auto()
    STOP_LINK = auto()
    EXPORT_LINK = auto()


Refuse = Callable[[], Refusal]


@dataclass(frozen=True)
class Rule:
    """`unknown` refuses a missing account and one of another site. The other two are None where the state is fine."""

    unknown: Refuse
    deleted: Refuse | None
    suspended: Refuse | None
    asks_second_factor: bool = False
    tells_new_device: bool = False


def _bad_link(refusal: type[Refusal]) -> Refuse:
    return lambda: refusal(field="token")


RULES: dict[Way, Rule] = {
    Way.PASSWORD: Rule(LoginFailed, AccountDeleted, AccountSuspended, asks_second_factor=True, tells_new_device=True),
    # The device has checked its owner by finger, face or PIN, so a passkey is both factors.
    Way.PASSKEY: Rule(
        lambda: PasskeyRefused(field="credential"), AccountDeleted, AccountSuspended, tells_new_device=True
    ),
    Way.SIGN_UP: Rule(LoginFailed, AccountDeleted, AccountSuspended, asks_second_factor=True),
    # Replaces a session that is there already by a fresh one with the same factors.
    Way.PASSWORD_CHANGE: Rule(AuthenticationRequired, AuthenticationRequired, AccountSuspended),
    Way.RENEWAL: Rule(AuthenticationRequired, AuthenticationRequired, AuthenticationRequired),
    Way.RESET_LINK: Rule(_bad_link(LinkInvalid), _bad_link(LinkInvalid), AccountSuspended),
    Way.ACTIVATION_LINK: Rule(_bad_link(ActivationFailed), _bad_link(ActivationFailed), AccountSuspended),
    # Only for deleted accounts within their fourteen days: see `check_account`.
    Way.REACTIVATION_LINK: Rule(_bad_link(ReactivationFailed), None, AccountSuspended),
    Way.ADDRESS_LINK: Rule(_bad_link(LinkInvalid), _bad_link(LinkInvalid), AccountSuspended),
    # Only takes rights away, so a suspension does not stand in its way.
    Way.STOP_LINK: Rule(_bad_link(LinkInvalid), _bad_link(LinkInvalid), None),
    # A copy of one's own data is a right that neither a suspension nor leaving ends (GDPR, articles 15 and 20).
    Way.EXPORT_LINK: Rule(_bad_link(ExportLinkInvalid), None, None),
}


@dataclass(frozen=True)
class Proof:
    """What a browser has shown, checked already, for a session on an account.

    `password_hash` is the hash the password was compared with: if the account has another one by now, the proof is
    void. `second_factor_at` is when a second factor was proved.
    """

    way: Way
    member_id: UUID
    password_hash: str | None = None
    second_factor_at: datetime | None = None


def check_account(account: Account | None, way: Way, site_key: str, at: datetime) -> Account:
    """The account, if this way is open to it. Raises the way's own refusal, AccountDeleted or AccountSuspended."""
    rule = RULES[way]
    if account is None or account.site != site_key:
        raise rule.unknown()
    is_deleted = account.status is Status.DELETED
    if is_deleted and rule.deleted is not None:
        raise rule.deleted()
    if way is Way.REACTIVATION_LINK and not (is_deleted and account.can_come_back(at)):
        raise rule.unknown()
    if account.is_suspended and rule.suspended is not None:
        raise rule.suspended()
    return account
