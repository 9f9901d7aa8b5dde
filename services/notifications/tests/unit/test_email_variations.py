"""Facts and texts of templates that vary with the email."""

import json
import re
from dataclasses import replace

import pytest
from notifications.domain.email_templates import EmailTemplate
from notifications.emails import EmailRenderer
from notifications.tests.fakes import a_recipient
from notifications.tests.rendering import (
    LOCALES_DIR,
    PARAMS,
    a_mail,
    parsed,
    part,
    written,
)
from shared.languages import LOCALES
from shared.sites import SiteDirectory


@pytest.mark.parametrize("locale", LOCALES)
def test_a_member_hidden_for_review_reads_the_reason_and_the_appeal(renderer: EmailRenderer, locale: str) -> None:
    review = {**PARAMS[EmailTemplate.MODERATION], "measure": "review", "reason": "minor", "until": "", "by": "rule"}
    raw = renderer.render(
        replace(a_mail(EmailTemplate.MODERATION), params=review), a_recipient(locale=locale), None, is_discreet=True
    )
    text = part(parsed(raw), "plain")

    assert "18" in text
    assert "/appeal#token=d-1." in text
    app = json.loads((LOCALES_DIR / locale / "complaints.json").read_text())
    assert app["measure_review"] in text
    assert app["by_rule"] in text


@pytest.mark.parametrize("locale", LOCALES)
def test_a_provisional_sanction_says_that_it_ends_unless_confirmed(renderer: EmailRenderer, locale: str) -> None:
    def said(**more: str) -> str:
        params = {**PARAMS[EmailTemplate.MODERATION], "measure": "suspend", **more}
        raw = renderer.render(
            replace(a_mail(EmailTemplate.MODERATION), params=params), a_recipient(locale=locale), None, is_discreet=True
        )
        return " ".join(part(parsed(raw), "plain").split())

    mails = json.loads((LOCALES_DIR / locale / "mails.json").read_text())
    assert mails["moderation_provisional"] in said(provisional="yes")
    assert mails["moderation_provisional"] not in said()
    assert f"{mails['moderation_until']}: " not in said(until="")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("state", ["quarantined", "deleted"])
def test_an_illegal_photo_is_said_to_be_hidden_until_it_is_deleted(
    renderer: EmailRenderer, locale: str, state: str
) -> None:
    mail = replace(a_mail(EmailTemplate.PHOTO_REJECTED), params={"reason": "illegal", "state": state})
    raw = renderer.render(mail, a_recipient(locale=locale), None, is_discreet=True)
    text = " ".join(part(parsed(raw), "plain").split())

    mails = json.loads((LOCALES_DIR / locale / "mails.json").read_text())
    site = SiteDirectory().get(a_recipient().site)
    assert mails[f"photo_{state}_text"].replace("{{site}}", site.name) in text


def test_a_sanction_has_its_reasons_and_the_link_of_the_appeal(renderer: EmailRenderer) -> None:
    text = part(written(renderer, EmailTemplate.MODERATION), "plain")

    assert "Decision: Your profile is hidden" in text
    assert "Reason: Fraud or asking for money" in text
    assert "Ground: This is against our terms." in text
    assert "Until: July 1, 2026" in text
    assert "How: Decided by a person" in text
    assert "How we found it: Someone reported it." in text
    assert "https://pairwise.test/en/appeal#token=d-1." in text


@pytest.mark.parametrize("locale", LOCALES)
def test_the_answer_to_an_appeal_is_the_sentence_that_was_chosen(renderer: EmailRenderer, locale: str) -> None:
    text = " ".join(part(written(renderer, EmailTemplate.APPEAL_DECIDED, locale=locale), "plain").split())

    app = json.loads((LOCALES_DIR / locale / "complaints.json").read_text())
    assert f"{app['appeal_dismissed']} {app['template_appeal_nothing_new']}" in text
    assert "/appeal#token=d-1." in text


def test_answers_to_a_complaint_have_its_number_and_outcome(renderer: EmailRenderer) -> None:
    received, decided = (
        written(renderer, EmailTemplate.COMPLAINT_RECEIVED),
        written(renderer, EmailTemplate.COMPLAINT_DECIDED),
    )

    assert received["Subject"] == "We’ve got your report (number 7)"
    assert decided["Subject"] == "Our decision on your report (number 7)"
    assert "We took action" in part(decided, "plain")
    assert "out-of-court" in part(decided, "plain")


def test_the_activation_mail_carries_its_token_in_the_fragment(renderer: EmailRenderer) -> None:
    text = part(written(renderer, EmailTemplate.ACTIVATION), "plain")

    assert "https://pairwise.test/en/activate#token=s3cret-token" in text


def test_the_receipt_has_the_sum_and_the_method(renderer: EmailRenderer) -> None:
    text = part(written(renderer, EmailTemplate.PAYMENT_RECEIPT, locale="nl"), "plain").replace("\xa0", " ")

    assert "Credits: 50" in text
    assert "€ 19,99" in text
    assert "iDEAL" in text
    assert "14 dagen" in text


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("reason", ["refund", "chargeback", "discount_used", "spending_limit"])
def test_a_reversal_has_its_reason_and_the_debt(renderer: EmailRenderer, locale: str, reason: str) -> None:
    mail = a_mail(EmailTemplate.MONEY_BACK)
    owing, even = ({**mail.params, "reason": reason, "debt": debt} for debt in ("12", "0"))
    texts = [
        part(parsed(renderer.render(each, a_recipient(locale=locale), None, is_discreet=True)), "plain")
        for each in (replace(mail, params=params) for params in (owing, even))
    ]

    for text in texts:
        assert "money_back" not in text
        assert re.search(r"19[.,]99", text)
        assert ": 50\n" in text
    assert ": 12\n" in texts[0]
    assert ": 12\n" not in texts[1]


def test_a_new_device_is_described_coarsely(renderer: EmailRenderer) -> None:
    text = part(written(renderer, EmailTemplate.NEW_DEVICE), "plain").replace("\u202f", " ")

    assert "Device: Firefox, Linux" in text
    assert "June 1, 2026, 12:00 PM UTC" in text
    assert "https://pairwise.test/en/settings/devices" in text


def test_a_change_of_security_is_named(renderer: EmailRenderer) -> None:
    text = part(written(renderer, EmailTemplate.SECURITY_CHANGED), "plain")

    assert "Change: Passkey added" in text
    assert "https://pairwise.test/en/settings/security" in text


@pytest.mark.parametrize(
    ("template", "path"),
    [
        (EmailTemplate.PASSWORD_RESET, "reset-password/do"),
        (EmailTemplate.MAIL_CHANGE, "mail-change/do"),
        (EmailTemplate.ADDRESS_CHANGE_ASKED, "mail-change/stop"),
    ],
)
def test_links_carry_their_token_in_the_fragment(renderer: EmailRenderer, template: EmailTemplate, path: str) -> None:
    assert f"https://pairwise.test/en/{path}#token=s3cret-token" in part(written(renderer, template), "plain")


@pytest.mark.parametrize(
    ("by", "words"), [("person", "A person on our team compared"), ("rule", "A computer compared")]
)
def test_the_mail_about_a_badge_says_who_compared(renderer: EmailRenderer, by: str, words: str) -> None:
    mail = replace(a_mail(EmailTemplate.MODERATION), params={"decision_id": "d-1", "measure": "verify", "by": by})

    text = part(parsed(renderer.render(mail, a_recipient(), None, is_discreet=True)), "plain")

    assert words in " ".join(text.split())
