"""Mails as a mailbox parses them, in every language."""

import email
import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import default
from uuid import UUID

import pytest
from notifications.domain.mail import Mail, Template
from notifications.letters import LetterWriter
from notifications.letters.letter import counted
from notifications.ports import Name
from notifications.tests.fakes import an_addressee
from notifications.unsubscribe_links import UnsubscribeLinks
from servicekit.keys import SigningKeys, new_key
from servicekit.settings import REPOSITORY
from servicekit.texts import LOCALES, Texts
from sites import SiteDirectory

LOCALES_DIR = REPOSITORY / "webapp" / "src" / "locales"
ANN, BO = UUID(int=1), UUID(int=2)
ABOUT_SOMEONE = (Template.MATCH, Template.NEW_MESSAGE, Template.UNREAD_MESSAGE)
PLURAL = re.compile(r"_(one|few|many|other)$")
PARAMS = {
    Template.ACTIVATION: {"token": "s3cret-token"},
    Template.PASSWORD_RESET: {"token": "s3cret-token"},
    Template.MAIL_CHANGE: {"token": "s3cret-token"},
    Template.ADDRESS_CHANGE_ASKED: {"token": "s3cret-token"},
    Template.FACTOR_CODE: {"code": "abcd-efgh-ijkl-mnop"},
    Template.PASSWORD_CHANGED: {},
    Template.ADDRESS_CHANGED: {},
    Template.NEW_DEVICE: {"device": "Firefox, Linux", "at": "2026-06-01T12:00+00:00"},
    Template.SECURITY_CHANGED: {"change": "passkey_added", "at": "2026-06-01T12:00+00:00"},
    Template.SIGN_UP_TRIED: {},
    Template.REACTIVATION: {"token": "s3cret-token", "until": "2026-06-15"},
    Template.EXPORT_READY: {"token": "s3cret-token"},
    Template.MODERATION: {
        "decision_id": "d-1",
        "measure": "hide",
        "reason": "fraud",
        "ground": "terms",
        "until": "2026-07-01T12:00:00+00:00",
        "by": "person",
    },
    Template.COMPLAINT_RECEIVED: {"number": "7"},
    Template.COMPLAINT_DECIDED: {"number": "7", "outcome": "acted"},
    Template.PHOTO_REJECTED: {"reason": "unclear"},
    Template.UNREAD_MESSAGE: {"conversation_id": "c-1"},
    Template.UNREAD_REMINDER: {"likes": "0", "unread": "2"},
    Template.LIKES: {"likes": "5", "unread": "0"},
    Template.PROFILE_REMINDER: {},
    Template.WEEKLY: {"likes": "3", "unread": "1"},
    Template.MATCH: {},
    Template.NEW_MESSAGE: {"conversation_id": "c-1"},
    Template.PAYMENT_RECEIPT: {
        "payment_id": "pay-1",
        "credits": "50",
        "amount": "19.99",
        "currency": "EUR",
        "method": "ideal",
        "vat": "3.47",
        "vat_rate": "21",
    },
    Template.WITHDRAWAL: {
        "refund_id": "re-1",
        "payment_id": "pay-1",
        "credits": "14",
        "amount": "7.00",
        "currency": "EUR",
        "method": "paypal",
        "stated_at": "2026-06-01T12:00:00+00:00",
    },
    Template.DIRECT_DEBIT: {
        "payment_id": "pay-1",
        "amount": "19.99",
        "currency": "EUR",
        "mandate_reference": "PW-000000000001",
        "due_on": "2026-06-02",
    },
    Template.DEBIT_FAILED: {"payment_id": "pay-1", "amount": "19.99", "currency": "EUR"},
    Template.MONEY_BACK: {
        "payment_id": "pay-1",
        "credits": "50",
        "amount": "19.99",
        "currency": "EUR",
        "reason": "chargeback",
        "debt": "12",
    },
}


@pytest.fixture(scope="module")
def writer() -> LetterWriter:
    links = UnsubscribeLinks(SigningKeys(new_key()))
    return LetterWriter(LOCALES_DIR, SiteDirectory(), links, "https://pairwise.test")


def a_mail(template: Template) -> Mail:
    about = BO if template in ABOUT_SOMEONE else None
    at = datetime(2026, 6, 1, 12, tzinfo=UTC)
    return Mail(UUID(int=9), ANN, template, PARAMS[template], about_id=about, created_at=at)


def written(writer: LetterWriter, template: Template, about: Name | None = None, locale: str = "en") -> EmailMessage:
    raw = writer.write(a_mail(template), an_addressee(locale=locale), about).as_bytes()
    return email.message_from_bytes(raw, policy=default)


def part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    assert body is not None
    return str(body.get_content())


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("template", list(Template))
def test_every_mail_reads_well_in_every_language(writer: LetterWriter, template: Template, locale: str) -> None:
    message = written(writer, template, Name("Bo", True), locale)

    text, html = part(message, "plain"), part(message, "html")
    assert message.get_content_type() == "multipart/alternative"
    assert message["Content-Language"] == locale
    assert "{{" not in str(message["Subject"]) + text + html
    said = str(message["Subject"]) + re.sub(r"https://\S+", "", text)
    assert f"{template}_" not in said  # a key where a text should be
    prefix = "" if locale == "nl" else f"/{locale}"
    links = re.findall(r"https://\S+", text)
    assert links[0].startswith(f"https://pairwise.test{prefix}/")
    assert html.count(links[0].replace("&", "&amp;")) == 3  # the button, the plain link and its words
    assert f'<html lang="{locale}">' in html


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_has_every_text_with_its_placeholders(locale: str) -> None:
    def texts(language: str) -> dict[str, str]:
        found = json.loads((LOCALES_DIR / language / "mails.json").read_text("utf-8"))
        # The names of payment methods are the same everywhere, unless they are words.
        return {key: text for key, text in found.items() if not key.startswith("method_")}

    def bases(texts: dict[str, str]) -> set[str]:
        return {PLURAL.sub("", key) for key in texts}

    ours, english = texts(locale), texts("en")
    assert bases(ours) == bases(english)
    for key, text in ours.items():
        counted = PLURAL.search(key) is not None
        original = english.get(f"{PLURAL.sub('', key)}_other" if counted else key, "")
        said, meant = set(re.findall(r"{{(\w+)}}", text)), set(re.findall(r"{{(\w+)}}", original))
        assert said <= meant if counted else said == meant, key


@pytest.mark.parametrize("locale", LOCALES)
def test_every_count_has_its_form_in_every_language(locale: str) -> None:
    texts = Texts(LOCALES_DIR, "mails")
    for key in ("push_message", "push_unread", "unread_reminder_subject", "likes_subject"):
        for count in (1, 2, 5, 22, 101):
            said = counted(texts, key, locale, count)
            assert said != key
            assert "{{" not in said
            assert count in (1, 101) or str(count) in said


def test_polish_counts_as_poles_do() -> None:
    texts = Texts(LOCALES_DIR, "mails")

    assert [counted(texts, "push_message", "pl", count) for count in (1, 3, 5)] == [
        "Masz nową wiadomość",
        "Masz 3 nowe wiadomości",
        "Masz 5 nowych wiadomości",
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_member_hidden_until_someone_looked_reads_why_and_what_to_do(writer: LetterWriter, locale: str) -> None:
    review = {**PARAMS[Template.MODERATION], "measure": "review", "reason": "minor", "until": "", "by": "rule"}
    raw = writer.write(
        replace(a_mail(Template.MODERATION), params=review), an_addressee(locale=locale), None
    ).as_bytes()
    text = part(email.message_from_bytes(raw, policy=default), "plain")

    assert "18" in text
    assert "/appeal#d-1" in text
    app = json.loads((LOCALES_DIR / locale / "complaints.json").read_text())
    assert app["measure_review"] in text
    assert app["by_rule"] in text


def test_a_measure_is_told_with_its_reasons_and_the_way_to_appeal(writer: LetterWriter) -> None:
    text = part(written(writer, Template.MODERATION), "plain")

    assert "Measure: Your profile is hidden" in text
    assert "Reason: Fraud or asking for money" in text
    assert "Ground: This is against our terms." in text
    assert "Until: July 1, 2026" in text
    assert "Decided: Decided by a person" in text
    assert "https://pairwise.test/en/appeal#d-1" in text


def test_a_complaint_is_received_and_its_outcome_told(writer: LetterWriter) -> None:
    received, decided = written(writer, Template.COMPLAINT_RECEIVED), written(writer, Template.COMPLAINT_DECIDED)

    assert received["Subject"] == "We have your complaint number 7"
    assert decided["Subject"] == "Our decision on your complaint number 7"
    assert "We acted on it." in part(decided, "plain")
    assert "out-of-court" in part(decided, "plain")


def test_the_activation_mail_carries_its_token_in_the_fragment(writer: LetterWriter) -> None:
    text = part(written(writer, Template.ACTIVATION), "plain")

    assert "https://pairwise.test/en/activate#token=s3cret-token" in text


def test_headers_say_who_and_that_nobody_wrote_it(writer: LetterWriter) -> None:
    message = written(writer, Template.MATCH, Name("Bo", False))

    assert message["From"] == "Pairwise <support@pairwise.example>"
    assert message["To"] == "ann@example.org"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Date"] == "Mon, 01 Jun 2026 12:00:00 +0000"
    assert message["Message-ID"] == f"<{UUID(int=9)}@pairwise.example>"


def test_a_mail_is_the_same_message_however_often_it_is_written(writer: LetterWriter) -> None:
    one, again = (written(writer, Template.MATCH, Name("Bo", False)) for _ in range(2))

    assert (one["Message-ID"], one["Date"], part(one, "html")) == (
        again["Message-ID"],
        again["Date"],
        part(again, "html"),
    )


@pytest.mark.parametrize("template", list(Template))
def test_only_what_can_be_off_offers_to_unsubscribe(writer: LetterWriter, template: Template) -> None:
    message = written(writer, template)

    if template.kind is None:
        assert message["List-Unsubscribe"] is None
        assert message["List-Unsubscribe-Post"] is None
    else:
        assert message["List-Unsubscribe"].startswith("<https://pairwise.test/api/unsubscribe.php?token=")
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert "https://pairwise.test/en/notifications" in part(message, "plain")


@pytest.mark.parametrize("template", ABOUT_SOMEONE)
def test_a_fictional_profile_is_marked_wherever_it_is_named(writer: LetterWriter, template: Template) -> None:
    message = written(writer, template, Name("Bo", True))

    assert "Bo (fictional profile)" in message["Subject"]
    assert "Bo is a fictional profile" in part(message, "plain")
    assert "Bo (fictional profile)" in part(message, "html")


def test_who_is_unknown_stays_nameless(writer: LetterWriter) -> None:
    assert written(writer, Template.MATCH)["Subject"] == "You have a new match"
    assert written(writer, Template.NEW_MESSAGE)["Subject"] == "Someone wrote to you"


def test_a_name_is_text_and_stays_on_its_line(writer: LetterWriter) -> None:
    message = written(writer, Template.MATCH, Name("Bo\r\nBcc: all@example.org <b>&", False))

    assert message["Bcc"] is None
    assert message["Subject"] == "You and Bo Bcc: all@example.org <b>& like each other"
    assert "<b>&" not in part(message, "html")
    assert "&lt;b&gt;&amp;" in part(message, "html")


def test_the_receipt_says_what_was_paid(writer: LetterWriter) -> None:
    text = part(written(writer, Template.PAYMENT_RECEIPT, locale="nl"), "plain").replace("\xa0", " ")

    assert "Credits: 50" in text
    assert "€ 19,99" in text
    assert "iDEAL" in text
    assert "14 dagen" in text


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("reason", ["refund", "chargeback", "discount_used"])
def test_money_that_went_back_says_why_and_what_is_owed(writer: LetterWriter, locale: str, reason: str) -> None:
    mail = a_mail(Template.MONEY_BACK)
    owing, even = ({**mail.params, "reason": reason, "debt": debt} for debt in ("12", "0"))
    texts = [
        part(writer.write(replace(mail, params=params), an_addressee(locale=locale), None), "plain")
        for params in (owing, even)
    ]

    for text in texts:
        assert "money_back" not in text
        assert re.search(r"19[.,]99", text)
        assert ": 50\n" in text
    assert ": 12\n" in texts[0]
    assert ": 12\n" not in texts[1]


def test_a_new_device_is_told_coarsely(writer: LetterWriter) -> None:
    text = part(written(writer, Template.NEW_DEVICE), "plain").replace("\u202f", " ")

    assert "Device: Firefox, Linux" in text
    assert "Jun 1, 2026, 12:00:00 PM UTC" in text
    assert "https://pairwise.test/en/settings/devices" in text


def test_a_change_of_security_is_named(writer: LetterWriter) -> None:
    text = part(written(writer, Template.SECURITY_CHANGED), "plain")

    assert "What: Passkey added" in text
    assert "https://pairwise.test/en/settings/security" in text


@pytest.mark.parametrize(
    ("template", "path"),
    [
        (Template.PASSWORD_RESET, "reset-password/do"),
        (Template.MAIL_CHANGE, "mail-change/do"),
        (Template.ADDRESS_CHANGE_ASKED, "mail-change/stop"),
    ],
)
def test_links_carry_their_token_in_the_fragment(writer: LetterWriter, template: Template, path: str) -> None:
    assert f"https://pairwise.test/en/{path}#token=s3cret-token" in part(written(writer, template), "plain")
