"""Email templates, each declared once: its name, the page it leads to, and the rules of its delivery.

The texts of a template are `<name>_subject`, `_text`, `_button` and optionally `_title` and `_note` in `mails.json`.
Facts and other texts that depend on the email are variations in `notifications/emails/variations`.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Literal, Self

from notifications.domain.preferences import NotificationKind

Counted = Literal["likes", "unread"]


class Purpose(Enum):
    """The reason an email is sent for; `reason_to_withhold` decides by it."""

    REQUEST = auto()  # requested a moment ago by the reader of the mailbox, member or not
    ACCOUNT = auto()  # safety of an account: identity decides on time and address
    DECISION = auto()  # a moderator's decision, which a member has a right to know with its reasons
    NOTICE = auto()


@dataclass(frozen=True)
class EmailRules:
    """Path of the page the button opens, with `{placeholders}` for the email's parameters; and rules of delivery.

    `preference` is the switch that turns the template off; without one it cannot be turned off. `names_partner`: it is
    about another member, `about_id`. `outlives_partner`: it is sent even after that member was hidden or deleted.
    `to_visitors`: without an account, `member_id` is the id of a complaint or a plan. `counts`: numbers computed at
    delivery, and `plural` the one that selects the plural form of the subject.
    """

    page: str
    purpose: Purpose = Purpose.NOTICE
    preference: NotificationKind | None = None
    names_partner: bool = False
    outlives_partner: bool = False
    to_visitors: bool = False
    # To the person chosen for a date plan, named by profiles at delivery; `member_id` is the plan's id.
    to_date_contact: bool = False
    counts: tuple[Counted, ...] = ()
    plural: Counted | None = None
    # Billing has its attachment, an invoice named by the parameters `company` and `number`.
    has_invoice: bool = False
    # Its content is the document of a campaign, read at delivery.
    is_campaign: bool = False


NO_RULES = EmailRules("/")
TO_DATE_CONTACT = EmailRules(
    "/plan#token={token}", Purpose.REQUEST, outlives_partner=True, to_visitors=True, to_date_contact=True
)


class EmailTemplate(StrEnum):
    rules: EmailRules

    # A lookup by value passes no rules.
    def __new__(cls, value: str, rules: EmailRules = NO_RULES) -> Self:
        template = str.__new__(cls, value)
        template._value_ = value
        template.rules = rules
        return template

    ACTIVATION = "activation", EmailRules("/activate#token={token}", Purpose.REQUEST)
    PASSWORD_RESET = "password_reset", EmailRules("/reset-password/do#token={token}", Purpose.REQUEST)
    PASSWORD_CHANGED = "password_changed", EmailRules("/reset-password", Purpose.ACCOUNT)
    MAIL_CHANGE = "mail_change", EmailRules("/mail-change/do#token={token}", Purpose.REQUEST)
    ADDRESS_CHANGE_ASKED = "address_change_asked", EmailRules("/mail-change/stop#token={token}", Purpose.ACCOUNT)
    ADDRESS_CHANGED = "address_changed", EmailRules("/pages/service", Purpose.ACCOUNT)
    NEW_DEVICE = "new_device", EmailRules("/settings/devices", Purpose.ACCOUNT)
    FACTOR_CODE = "factor_code", EmailRules("/settings/security", Purpose.REQUEST)
    SECURITY_CHANGED = "security_changed", EmailRules("/settings/security", Purpose.ACCOUNT)
    STAFF_INVITATION = "staff_invitation", EmailRules("/desk/invitation#token={token}", Purpose.REQUEST)
    SIGN_UP_TRIED = "sign_up_tried", EmailRules("/login", Purpose.REQUEST)
    REACTIVATION = "reactivation", EmailRules("/reactivate#token={token}", Purpose.REQUEST)
    EXPORT_READY = "export_ready", EmailRules("/my-data#token={token}", Purpose.REQUEST)
    COMPLAINT_RECEIVED = "complaint_received", EmailRules("/complaints", Purpose.REQUEST, to_visitors=True)
    COMPLAINT_DECIDED = "complaint_decided", EmailRules("/complaints", Purpose.REQUEST, to_visitors=True)
    APPEAL_RECEIVED = "appeal_received", EmailRules("/appeal#token={statement}", Purpose.DECISION)
    APPEAL_DECIDED = "appeal_decided", EmailRules("/appeal#token={statement}", Purpose.DECISION)
    MODERATION = "moderation", EmailRules("/appeal#token={statement}", Purpose.DECISION)
    PHOTO_REJECTED = "photo_rejected", EmailRules("/profile", Purpose.DECISION)
    DESK_MESSAGE = "desk_message", EmailRules("/complaints", Purpose.DECISION)
    DESK_QUESTION = "desk_question", EmailRules("/complaints", Purpose.DECISION)
    DATE_CHECK_IN = "date_check_in", EmailRules("/date-plan", Purpose.REQUEST)
    DATE_UNREACHED = "date_unreached", EmailRules("/date-plan", Purpose.REQUEST)
    DATE_MISSED = "date_missed", TO_DATE_CONTACT
    # After DATE_MISSED alone.
    DATE_FINE = "date_fine", TO_DATE_CONTACT
    FRAUD_WARNING = (
        "fraud_warning",
        EmailRules("/chats/{conversation_id}", Purpose.DECISION, names_partner=True, outlives_partner=True),
    )
    PAYMENT_RECEIPT = "payment_receipt", EmailRules("/transactions")
    INVOICE = "invoice", EmailRules("/transactions", has_invoice=True)
    WITHDRAWAL = "withdrawal", EmailRules("/transactions")
    MONEY_BACK = "money_back", EmailRules("/transactions")
    DIRECT_DEBIT = "direct_debit", EmailRules("/credits/{payment_id}/return")
    DEBIT_FAILED = "debit_failed", EmailRules("/credits/{payment_id}/return")
    INVITATION_REWARD = "invitation_reward", EmailRules("/transactions")
    MATCH = "match", EmailRules("/likes/m/{about_id}", preference=NotificationKind.LIKE, names_partner=True)
    NEW_MESSAGE = (
        "new_message",
        EmailRules("/chats/{conversation_id}", preference=NotificationKind.NEW_CONVERSATIONS, names_partner=True),
    )
    UNREAD_MESSAGE = (
        "unread_message",
        EmailRules(
            "/chats/{conversation_id}",
            preference=NotificationKind.NEW_MESSAGES,
            names_partner=True,
            counts=("unread",),
        ),
    )
    UNREAD_REMINDER = (
        "unread_reminder",
        EmailRules("/chats", preference=NotificationKind.UNREAD_MESSAGE_REMINDERS, counts=("unread",), plural="unread"),
    )
    LIKES = "likes", EmailRules("/likes", preference=NotificationKind.LIKE, counts=("likes",), plural="likes")
    PROFILE_REMINDER = "profile_reminder", EmailRules("/profile", preference=NotificationKind.REMINDERS)
    WEEKLY = (
        "weekly",
        EmailRules("/likes", preference=NotificationKind.WEEKLY_UPDATES, counts=("likes", "unread")),
    )
    CAMPAIGN_PROMOTIONS = (
        "campaign_promotions",
        EmailRules("{page}", preference=NotificationKind.PROMOTIONS, is_campaign=True),
    )
    CAMPAIGN_NEWSLETTER = (
        "campaign_news",
        EmailRules("{page}", preference=NotificationKind.NEWSLETTER, is_campaign=True),
    )
    # A marketer's own copy of a campaign mail, at their request.
    CAMPAIGN_TEST = "campaign_test", EmailRules("{page}", Purpose.REQUEST, is_campaign=True)


# Kinds that are sent by email at all.
EMAILED = frozenset(template.rules.preference for template in EmailTemplate if template.rules.preference)
CAMPAIGN_TEMPLATES = {
    NotificationKind.PROMOTIONS: EmailTemplate.CAMPAIGN_PROMOTIONS,
    NotificationKind.NEWSLETTER: EmailTemplate.CAMPAIGN_NEWSLETTER,
}
