"""A mail we owe a member, and the rules of whether and when it goes."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from random import SystemRandom
from uuid import UUID

from notifications.domain.preferences import Kind

MOST_TRIES = 5
# Nobody owns this name (RFC 2606). The demonstration members' addresses are there.
DEMONSTRATION_DOMAIN = "@pairwise.example"


class Template(StrEnum):
    ACTIVATION = "activation"
    MATCH = "match"
    MODERATION = "moderation"
    NEW_MESSAGE = "new_message"
    PAYMENT_RECEIPT = "payment_receipt"
    PASSWORD_RESET = "password_reset"  # noqa: S105
    PASSWORD_CHANGED = "password_changed"  # noqa: S105
    MAIL_CHANGE = "mail_change"
    ADDRESS_CHANGE_ASKED = "address_change_asked"
    ADDRESS_CHANGED = "address_changed"
    NEW_DEVICE = "new_device"
    FACTOR_CODE = "factor_code"
    SECURITY_CHANGED = "security_changed"
    SIGN_UP_TRIED = "sign_up_tried"
    REACTIVATION = "reactivation"
    EXPORT_READY = "export_ready"
    WITHDRAWAL = "withdrawal"
    DIRECT_DEBIT = "direct_debit"
    DEBIT_FAILED = "debit_failed"
    MONEY_BACK = "money_back"
    COMPLAINT_RECEIVED = "complaint_received"
    COMPLAINT_DECIDED = "complaint_decided"
    PHOTO_REJECTED = "photo_rejected"
    UNREAD_MESSAGE = "unread_message"
    UNREAD_REMINDER = "unread_reminder"
    LIKES = "likes"
    PROFILE_REMINDER = "profile_reminder"
    WEEKLY = "weekly"

    @property
    def kind(self) -> Kind | None:
        """The switch that turns this mail off; None for mails that belong to the account and cannot be off."""
        return {
            Template.MATCH: Kind.LIKE,
            Template.LIKES: Kind.LIKE,
            Template.NEW_MESSAGE: Kind.NEW_CONVERSATIONS,
            Template.UNREAD_MESSAGE: Kind.NEW_MESSAGES,
            Template.UNREAD_REMINDER: Kind.UNREAD_MESSAGE_REMINDERS,
            Template.PROFILE_REMINDER: Kind.REMINDERS,
            Template.WEEKLY: Kind.WEEKLY_UPDATES,
        }.get(self)


# The kinds of which there are mails.
MAILED = frozenset(template.kind for template in Template if template.kind is not None)

# Sent because whoever reads the mailbox asked for it just now, member or not.
ASKED_FOR = frozenset(
    {
        Template.ACTIVATION,
        Template.PASSWORD_RESET,
        Template.MAIL_CHANGE,
        Template.FACTOR_CODE,
        Template.SIGN_UP_TRIED,
        Template.REACTIVATION,
        Template.EXPORT_READY,
        Template.COMPLAINT_RECEIVED,
        Template.COMPLAINT_DECIDED,
    }
)
# These go to whoever complained; without an account their `member_id` is the complaint's.
TO_VISITORS = frozenset({Template.COMPLAINT_RECEIVED, Template.COMPLAINT_DECIDED})
# What the desk decided about someone, who is owed the reasons: demonstration members, too, on a developer's machine.
OF_THE_DESK = frozenset({Template.MODERATION, Template.PHOTO_REJECTED})
# About the safety of an account: identity decides when these are due and to which address.
OF_THE_ACCOUNT = ASKED_FOR | {
    Template.PASSWORD_CHANGED,
    Template.ADDRESS_CHANGE_ASKED,
    Template.ADDRESS_CHANGED,
    Template.NEW_DEVICE,
    Template.SECURITY_CHANGED,
}


@dataclass(frozen=True)
class Mail:
    """`about_id` is the other member it speaks of. `sealed` is only opened to send it."""

    id: UUID
    member_id: UUID
    template: Template
    params: dict[str, str] = field(default_factory=dict)
    about_id: UUID | None = None
    sealed: bytes | None = None
    site: str | None = None
    locale: str | None = None
    tries: int = 0
    created_at: datetime | None = None


@dataclass(frozen=True)
class Addressee:
    email: str
    name: str
    locale: str
    site: str
    is_confirmed: bool


def reason_to_withhold(
    template: Template, to: Addressee, *, is_wanted: bool, is_suppressed: bool, is_production: bool
) -> str | None:
    """Why this mail is not sent, or None when it is."""
    if to.email.endswith(DEMONSTRATION_DOMAIN) and (is_production or template not in ASKED_FOR | OF_THE_DESK):
        # Every demonstration member's mail would bounce, or bury a developer's mailbox. What was asked for or
        # decided is let through outside production, because people try out signing up and moderating with such members.
        return "demonstration"
    if template in OF_THE_ACCOUNT:
        return None
    if not to.is_confirmed:
        # Until the owner of an address has said yes, it may be someone else's.
        return "unconfirmed"
    if is_suppressed:
        return "suppressed"
    return None if is_wanted else "unwanted"


def pause_after(tries: int) -> timedelta:
    """How long a mail waits after a failed try: up to 30 s, 2 min, 8 min, half an hour, with full jitter."""
    return timedelta(seconds=SystemRandom().uniform(2, 30 * 4 ** (tries - 1)))


def pause_in_outage() -> timedelta:
    """How long a mail waits when nothing could be tried because another part is down."""
    return timedelta(seconds=SystemRandom().uniform(5, 30))
