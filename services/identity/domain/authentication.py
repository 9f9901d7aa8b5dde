"""Authentication policy: the account states that each access method accepts.

An access method opens a session, keeps one alive, or acts on an account by the token of a mailed link. Every state is
decided here for all methods at once, so that a method added later cannot forget one: `RULES` must have its row.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto
from uuid import UUID

from shared.kit.core import AuthenticationRequired, Refusal

from identity.domain.account import Account, Status
from identity.errors import (
    AccountDeleted,
    AccountSuspended,
    ActivationFailed,
    ExportLinkInvalid,
    LinkInvalid,
    LoginFailed,
    OidcInvitationOpen,
    OidcUnknown,
    PasskeyRefused,
    ReactivationFailed,
)


class AccessMethod(StrEnum):
    # Open a session.
    PASSWORD = auto()
    PASSKEY = auto()
    OPENID = auto()  # of staff alone
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
    STAFF_INVITATION = auto()  # and opens a session


Refuse = Callable[[], Refusal]


@dataclass(frozen=True)
class Rule:
    """Refusals of one access method. None means that the state is accepted.

    `unknown` is raised for a missing account and for one of another site.
    """

    unknown: Refuse
    deleted: Refuse | None
    suspended: Refuse | None
    asks_second_factor: bool = False
    notifies_new_device: bool = False


def _bad_link(refusal: type[Refusal]) -> Refuse:
    return lambda: refusal(field="token")


RULES: dict[AccessMethod, Rule] = {
    AccessMethod.PASSWORD: Rule(
        LoginFailed, AccountDeleted, AccountSuspended, asks_second_factor=True, notifies_new_device=True
    ),
    # The device has verified its owner by fingerprint, face or PIN, so a passkey is both factors.
    AccessMethod.PASSKEY: Rule(
        lambda: PasskeyRefused(field="credential"), AccountDeleted, AccountSuspended, notifies_new_device=True
    ),
    # Members have no account there, and off-boarded staff are suspended.
    AccessMethod.OPENID: Rule(OidcUnknown, OidcUnknown, OidcUnknown, asks_second_factor=True, notifies_new_device=True),
    AccessMethod.SIGN_UP: Rule(LoginFailed, AccountDeleted, AccountSuspended, asks_second_factor=True),
    # Replaces the caller's session by a fresh one with the same factors.
    AccessMethod.PASSWORD_CHANGE: Rule(AuthenticationRequired, AuthenticationRequired, AccountSuspended),
    AccessMethod.RENEWAL: Rule(AuthenticationRequired, AuthenticationRequired, AuthenticationRequired),
    AccessMethod.RESET_LINK: Rule(_bad_link(LinkInvalid), _bad_link(LinkInvalid), AccountSuspended),
    AccessMethod.ACTIVATION_LINK: Rule(_bad_link(ActivationFailed), _bad_link(ActivationFailed), AccountSuspended),
    # Accepts only deleted accounts within their fourteen days: see `check_account`.
    AccessMethod.REACTIVATION_LINK: Rule(_bad_link(ReactivationFailed), None, AccountSuspended),
    AccessMethod.ADDRESS_LINK: Rule(_bad_link(LinkInvalid), _bad_link(LinkInvalid), AccountSuspended),
    # Only revokes, so a suspended account may do it.
    AccessMethod.STOP_LINK: Rule(_bad_link(LinkInvalid), _bad_link(LinkInvalid), None),
    # A copy of one's own data is a right that neither a suspension nor leaving ends (GDPR, articles 15 and 20).
    AccessMethod.EXPORT_LINK: Rule(_bad_link(ExportLinkInvalid), None, None),
    # A first code of the new authenticator app is asked for with the password. Off-boarded staff are suspended.
    AccessMethod.STAFF_INVITATION: Rule(_bad_link(LinkInvalid), _bad_link(LinkInvalid), _bad_link(LinkInvalid)),
}


@dataclass(frozen=True)
class Proof:
    """A verified proof of identity, for opening a session.

    `password_hash` is the hash that the password was compared with: if the account has another one by now, the proof is
    void. `second_factor_at` is the time at which a second factor was proved.
    """

    method: AccessMethod
    member_id: UUID
    password_hash: str | None = None
    second_factor_at: datetime | None = None


def check_account(account: Account | None, method: AccessMethod, site_key: str, at: datetime) -> Account:
    """The account, if this method accepts its state. Raises the refusal that the method's rule has for it."""
    rule = RULES[method]
    if account is None or not account.is_of(site_key):
        raise rule.unknown()
    if method in (AccessMethod.STAFF_INVITATION, AccessMethod.OPENID) and account.staff is None:
        raise rule.unknown()
    is_deleted = account.status is Status.DELETED
    if is_deleted and rule.deleted is not None:
        raise rule.deleted()
    if method is AccessMethod.REACTIVATION_LINK and not (is_deleted and account.can_be_reactivated(at)):
        raise rule.unknown()
    if account.is_suspended and rule.suspended is not None:
        raise rule.suspended()
    if method is AccessMethod.OPENID and not account.is_confirmed:
        raise OidcInvitationOpen()
    return account.at(site_key)
