"""Security events of accounts: their names, and the account that the current one concerns.

A view names the action (`identity.web.security_events.logs`). Use cases name the account with `about` as soon as they
have found it, so that a refusal is logged with it, too. docs/security-events.md describes each action.
"""

from contextvars import ContextVar
from uuid import UUID

from shared.kit.core import SecurityAction


class Action(SecurityAction):
    SESSION_OPEN = "session.open"
    SESSION_REFUSE = "session.refuse"
    SESSION_END = "session.end"
    SECOND_FACTOR_ADD = "second_factor.add"
    SECOND_FACTOR_REMOVE = "second_factor.remove"
    SECOND_FACTOR_PROVE = "second_factor.prove"
    SECOND_FACTOR_MAIL_CODE = "second_factor.mail_code"
    PASSKEY_ADD = "passkey.add"
    PASSKEY_REMOVE = "passkey.remove"
    RECOVERY_CODES_REPLACE = "recovery_codes.replace"
    PASSWORD_ASK = "password.ask_reset"  # noqa: S105
    PASSWORD_SET = "password.set"  # noqa: S105
    ADDRESS_CHANGE_ASK = "address.change_ask"
    ADDRESS_CHANGE = "address.change"
    ADDRESS_CHANGE_STOP = "address.change_stop"
    ADDRESS_CONFIRM = "address.confirm"
    ACCOUNT_ADD = "account.add"
    FICTIONAL_ADD = "account.add_fictional"
    FICTIONAL_DELETE = "account.delete_fictional"
    ACCOUNT_DELETE = "account.delete"
    ACCOUNT_REACTIVATE = "account.reactivate"
    ACCOUNT_ERASE = "account.erase"
    ACCOUNT_EXPORT_ASK = "account.export_ask"
    ACCOUNT_EXPORT = "account.export"
    ACCOUNT_SUSPEND = "account.suspend"
    ACCOUNT_UNSUSPEND = "account.unsuspend"
    DESK_OPEN = "staff.open_desk"
    INVITE_MAKE = "invite.make"
    INVITE_REVOKE = "invite.revoke"
    BAN_ADD = "ban.add"
    BAN_LIFT = "ban.lift"
    STAFF_INVITE = "staff_account.invite"
    STAFF_ACCEPT = "staff_account.accept"
    STAFF_CHANGE = "staff_account.change"
    STAFF_OFF_BOARD = "staff_account.off_board"
    ROLE_GRANT = "role.grant"
    ROLE_REVOKE = "role.revoke"


_member: ContextVar[UUID | None] = ContextVar("member", default=None)


def about(member_id: UUID | None) -> None:
    """Set the account that the security event of this request concerns."""
    _member.set(member_id)


def current_member() -> UUID | None:
    return _member.get()
