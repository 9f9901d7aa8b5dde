"""Emails of every template, rendered and parsed again."""

import email
import re
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import default
from uuid import UUID

from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.member_name import MemberName
from notifications.emails import EmailRenderer
from notifications.ports import OutgoingEmail
from notifications.tests.fakes import a_recipient
from shared.kit.core import REPOSITORY

LOCALES_DIR = REPOSITORY / "webapp" / "src" / "locales"
ANN, BO = UUID(int=1), UUID(int=2)
NAMING = (
    EmailTemplate.FRAUD_WARNING,
    EmailTemplate.MATCH,
    EmailTemplate.NEW_MESSAGE,
    EmailTemplate.UNREAD_MESSAGE,
)
PLURAL = re.compile(r"_(one|few|many|other)$")
CAMPAIGN = {
    "campaign_id": str(UUID(int=7)),
    "subject": "New in Utrecht",
    "preheader": "Three things that changed",
    "blocks": '[{"kind": "heading", "text": "Spring"}, {"kind": "list", "items": ["One", "Two"]}]',
    "button": "Have a look",
    "page": "/credits",
    "code": "SPRING-20",
}
PARAMS = {
    EmailTemplate.CAMPAIGN_PROMOTIONS: CAMPAIGN,
    EmailTemplate.CAMPAIGN_NEWSLETTER: CAMPAIGN,
    EmailTemplate.CAMPAIGN_TEST: CAMPAIGN,
    EmailTemplate.ACTIVATION: {"token": "s3cret-token"},
    EmailTemplate.PASSWORD_RESET: {"token": "s3cret-token"},
    EmailTemplate.MAIL_CHANGE: {"token": "s3cret-token"},
    EmailTemplate.ADDRESS_CHANGE_ASKED: {"token": "s3cret-token"},
    EmailTemplate.DATE_CHECK_IN: {},
    EmailTemplate.DATE_UNREACHED: {},
    EmailTemplate.DATE_MISSED: {
        "maker": "Ann",
        "partner": "Bo",
        "place": "Café Noord",
        "meets_at": "2026-06-01T18:15+00:00",
        "time_zone": "Europe/Amsterdam",
        "note": "Red bag",
        "name": "Mia",
        "token": "s3cret-token",
        "refusal_token": "r3fusal",
    },
    EmailTemplate.DATE_FINE: {
        "maker": "Ann",
        "partner": "Bo",
        "fine_at": "2026-06-01T20:45+00:00",
        "time_zone": "Europe/Amsterdam",
        "name": "Mia",
        "token": "s3cret-token",
        "refusal_token": "r3fusal",
    },
    EmailTemplate.FACTOR_CODE: {"code": "abcd-efgh-ijkl-mnop"},
    EmailTemplate.PASSWORD_CHANGED: {},
    EmailTemplate.ADDRESS_CHANGED: {},
    EmailTemplate.NEW_DEVICE: {"device": "Firefox, Linux", "at": "2026-06-01T12:00+00:00"},
    EmailTemplate.SECURITY_CHANGED: {"change": "passkey_added", "at": "2026-06-01T12:00+00:00"},
    EmailTemplate.STAFF_INVITATION: {"token": "s3cret-token"},
    EmailTemplate.SIGN_UP_TRIED: {},
    EmailTemplate.REACTIVATION: {"token": "s3cret-token", "until": "2026-06-15"},
    EmailTemplate.EXPORT_READY: {"token": "s3cret-token"},
    EmailTemplate.MODERATION: {
        "decision_id": "d-1",
        "measure": "hide",
        "reason": "fraud",
        "ground": "terms",
        "until": "2026-07-01T12:00:00+00:00",
        "by": "person",
        "detection": "report",
    },
    EmailTemplate.APPEAL_RECEIVED: {"number": "8", "decision_id": "d-1"},
    EmailTemplate.APPEAL_DECIDED: {
        "number": "8",
        "decision_id": "d-1",
        "outcome": "dismissed",
        "answer": "appeal_nothing_new",
    },
    EmailTemplate.COMPLAINT_RECEIVED: {"number": "7"},
    EmailTemplate.COMPLAINT_DECIDED: {"number": "7", "outcome": "acted"},
    EmailTemplate.DESK_MESSAGE: {},
    EmailTemplate.DESK_QUESTION: {},
    EmailTemplate.PHOTO_REJECTED: {"reason": "unclear"},
    EmailTemplate.FRAUD_WARNING: {"conversation_id": "c-1"},
    EmailTemplate.UNREAD_MESSAGE: {"conversation_id": "c-1"},
    EmailTemplate.UNREAD_REMINDER: {"likes": "0", "unread": "2"},
    EmailTemplate.LIKES: {"likes": "5", "unread": "0"},
    EmailTemplate.PROFILE_REMINDER: {},
    EmailTemplate.WEEKLY: {"likes": "3", "unread": "1"},
    EmailTemplate.MATCH: {},
    EmailTemplate.NEW_MESSAGE: {"conversation_id": "c-1"},
    EmailTemplate.PAYMENT_RECEIPT: {
        "payment_id": "pay-1",
        "credits": "50",
        "amount": "19.99",
        "currency": "EUR",
        "method": "ideal",
        "vat": "3.47",
        "vat_rate": "21",
    },
    EmailTemplate.INVOICE: {
        "company": "NL-00000000",
        "number": "17",
        "kind": "invoice",
        "amount": "19.99",
        "currency": "EUR",
    },
    EmailTemplate.WITHDRAWAL: {
        "refund_id": "re-1",
        "payment_id": "pay-1",
        "credits": "14",
        "amount": "7.00",
        "currency": "EUR",
        "method": "paypal",
        "stated_at": "2026-06-01T12:00:00+00:00",
    },
    EmailTemplate.DIRECT_DEBIT: {
        "payment_id": "pay-1",
        "amount": "19.99",
        "currency": "EUR",
        "mandate_reference": "PW-000000000001",
        "due_on": "2026-06-02",
    },
    EmailTemplate.DEBIT_FAILED: {"payment_id": "pay-1", "amount": "19.99", "currency": "EUR"},
    EmailTemplate.INVITATION_REWARD: {"credits": "20"},
    EmailTemplate.MONEY_BACK: {
        "payment_id": "pay-1",
        "credits": "50",
        "amount": "19.99",
        "currency": "EUR",
        "reason": "chargeback",
        "debt": "12",
    },
}
MAILED_LINKS = REPOSITORY / "webapp" / "tests" / "mailed-links.json"
LINK = re.compile(r"https://pairwise\.test(/\S*)")
SIGNED = re.compile(r"token=(?!s3cret-token)\S+")
PREHEADER = re.compile(r'<div style="display:none[^"]*">(.*?)</div>', re.DOTALL)


def a_mail(template: EmailTemplate) -> Email:
    about = BO if template in NAMING else None
    at = datetime(2026, 6, 1, 12, tzinfo=UTC)
    return Email(UUID(int=9), ANN, template, PARAMS[template], about_id=about, created_at=at)


def parsed(sent: OutgoingEmail) -> EmailMessage:
    """As its mailbox reads it."""
    return email.message_from_bytes(sent.content, policy=default)


def written(
    renderer: EmailRenderer,
    template: EmailTemplate,
    about: MemberName | None = None,
    locale: str = "en",
    *,
    is_discreet: bool = False,
    site: str = "pairwise",
) -> EmailMessage:
    to = a_recipient(locale=locale, site=site)
    return parsed(renderer.render(a_mail(template), to, about, is_discreet=is_discreet))


def part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")
