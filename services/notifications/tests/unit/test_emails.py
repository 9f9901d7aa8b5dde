"""Mails as a mailbox parses them, in every language."""

import json
import re
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.member_name import MemberName
from notifications.emails import EmailRenderer
from notifications.tests.fakes import a_recipient
from notifications.tests.rendering import (
    BO,
    LINK,
    LOCALES_DIR,
    MAILED_LINKS,
    NAMING,
    PLURAL,
    PREHEADER,
    SIGNED,
    a_mail,
    parsed,
    part,
    written,
)
from notifications.unsubscribe_links import UnsubscribeLinks
from shared.kit.core import SigningKeys, Texts
from shared.kit.core.keys import new_key
from shared.languages import LOCALES
from shared.sites import SiteDirectory
from shared.sites.directory import DOCUMENTS
from shared.sites.theme import BRAND, turned


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("template", list(EmailTemplate))
def test_every_mail_reads_well_in_every_language(renderer: EmailRenderer, template: EmailTemplate, locale: str) -> None:
    message = written(renderer, template, MemberName("Bo", True), locale)

    text, html = part(message, "plain"), part(message, "html")
    assert message.get_content_type() == "multipart/alternative"
    assert message["Content-Language"] == locale
    assert "{{" not in str(message["Subject"]) + text + html
    said = str(message["Subject"]) + re.sub(r"https://\S+", "", text)
    assert f"{template}_" not in said  # a missing text is rendered as its key
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
        plural_text = PLURAL.search(key) is not None
        original = english.get(f"{PLURAL.sub('', key)}_other" if plural_text else key, "")
        said, meant = set(re.findall(r"{{(\w+)}}", text)), set(re.findall(r"{{(\w+)}}", original))
        assert said <= meant if plural_text else said == meant, key


@pytest.mark.parametrize("locale", LOCALES)
def test_every_count_has_its_form_in_every_language(locale: str) -> None:
    texts = Texts(LOCALES_DIR, "mails")
    for key in ("push_message", "push_unread", "unread_reminder_subject", "likes_subject"):
        for count in (1, 2, 5, 22, 101):
            said = texts.plural(key, locale, count)
            assert said != key
            assert "{{" not in said
            assert count in (1, 101) or str(count) in said


def test_polish_counts_as_poles_do() -> None:
    texts = Texts(LOCALES_DIR, "mails")

    assert [texts.plural("push_message", "pl", count) for count in (1, 3, 5)] == [
        "Masz nową wiadomość",
        "Masz 3 nowe wiadomości",
        "Masz 5 nowych wiadomości",
    ]


def test_headers_name_the_site_and_mark_an_automatic_email(renderer: EmailRenderer) -> None:
    message = written(renderer, EmailTemplate.MATCH, MemberName("Bo", False))

    assert message["From"] == "Pairwise <support@pairwise.example>"
    assert message["To"] == "ann@example.org"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["Date"] == "Mon, 01 Jun 2026 12:00:00 +0000"
    assert message["Message-ID"] == f"<{UUID(int=9)}@pairwise.example>"


def test_rendering_again_gives_the_same_message(renderer: EmailRenderer) -> None:
    one, again = (written(renderer, EmailTemplate.MATCH, MemberName("Bo", False)) for _ in range(2))

    assert (one["Message-ID"], one["Date"], part(one, "html")) == (
        again["Message-ID"],
        again["Date"],
        part(again, "html"),
    )


@pytest.mark.parametrize("template", list(EmailTemplate))
def test_only_templates_with_a_switch_offer_to_unsubscribe(renderer: EmailRenderer, template: EmailTemplate) -> None:
    message = written(renderer, template)

    if template.rules.preference is None:
        assert message["List-Unsubscribe"] is None
        assert message["List-Unsubscribe-Post"] is None
    else:
        assert message["List-Unsubscribe"].startswith("<https://pairwise.test/api/unsubscribe.php?token=")
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert "https://pairwise.test/en/notifications" in part(message, "plain")


@pytest.mark.parametrize("template", NAMING)
def test_a_fictional_profile_is_marked_wherever_it_is_named(renderer: EmailRenderer, template: EmailTemplate) -> None:
    message = written(renderer, template, MemberName("Bo", True))

    assert "Bo (fictional profile)" in message["Subject"]
    assert "Bo is a fictional profile" in part(message, "plain")
    assert "Bo (fictional profile)" in part(message, "html")


def test_every_link_of_a_mail_is_in_the_list_that_the_web_app_opens_in_its_tests(renderer: EmailRenderer) -> None:
    """The web app's test opens each and expects that nothing is changed by that."""
    texts = [part(written(renderer, template, locale="nl"), "plain") for template in EmailTemplate]
    links = {SIGNED.sub("token=signed", link) for text in texts for link in LINK.findall(text)}

    assert json.loads(MAILED_LINKS.read_text()) == sorted(links)


@pytest.mark.parametrize("is_fictional", [False, True])
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("template", list(EmailTemplate))
def test_a_discreet_mail_says_of_another_member_at_most_that_the_profile_is_fictional(
    renderer: EmailRenderer, template: EmailTemplate, locale: str, is_fictional: bool
) -> None:
    """Every template, even those that are about no other member today."""
    mail = replace(a_mail(template), about_id=BO)
    message = parsed(
        renderer.render(mail, a_recipient(locale=locale), MemberName("Zebulon", is_fictional), is_discreet=True)
    )
    [preheader] = PREHEADER.findall(part(message, "html"))
    listed = [f"{name}: {value}" for name, value in message.items() if name.lower().startswith("list-")]
    outside = [message["Subject"], message["From"], message["Message-ID"], preheader, *listed]

    assert not [text for text in outside if "Zebulon" in str(text) or str(BO) in str(text) or "c-1" in str(text)]
    assert "Zebulon" not in part(message, "plain") + part(message, "html")
    marked = (Texts(LOCALES_DIR, "mails").find("fictional", locale) or "?") in message["Subject"]
    assert marked == (is_fictional and template in NAMING)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("template", NAMING)
def test_the_subject_has_the_name_for_members_who_want_names(
    renderer: EmailRenderer, template: EmailTemplate, locale: str
) -> None:
    message = written(renderer, template, MemberName("Zebulon", False), locale)

    assert "Zebulon" in message["Subject"]
    assert (
        message["Subject"]
        != written(renderer, template, MemberName("Zebulon", False), locale, is_discreet=True)["Subject"]
    )


def test_a_member_without_a_known_name_is_not_named(renderer: EmailRenderer) -> None:
    assert written(renderer, EmailTemplate.MATCH)["Subject"] == "You have a new match"
    assert written(renderer, EmailTemplate.NEW_MESSAGE)["Subject"] == "Someone wrote to you"


def test_a_name_is_text_and_stays_on_its_line(renderer: EmailRenderer) -> None:
    message = written(renderer, EmailTemplate.MATCH, MemberName("Bo\r\nBcc: all@example.org <b>&", False))

    assert message["Bcc"] is None
    assert message["Subject"] == "You and Bo Bcc: all@example.org <b>& like each other"
    assert "<b>&" not in part(message, "html")
    assert "&lt;b&gt;&amp;" in part(message, "html")


@pytest.mark.parametrize(("locale", "country"), [("de", "Niederlande"), ("pl", "Holandia"), ("en", "Netherlands")])
def test_every_email_names_the_company_and_its_address(renderer: EmailRenderer, locale: str, country: str) -> None:
    message = written(renderer, EmailTemplate.LIKES, locale=locale)

    for kind in ("plain", "html"):
        assert re.search(rf"Pairwise[^·]* · [^·]+ · [^·]+ · {country}", part(message, kind))


def test_a_brand_s_mails_have_its_phrases_colours_and_logo(tmp_path: Path) -> None:
    (tmp_path / "pairwise.yaml").write_text((DOCUMENTS / "pairwise.yaml").read_text() + "hue: 40\n")
    (tmp_path / "pairwise__mails__en.yaml").write_text('match_button: "Say hello at {{site}}"\n')
    (tmp_path / "pairwise__logo.svg").write_text("<svg/>")
    keys = SigningKeys(new_key())
    sites = SiteDirectory(tmp_path, "https://pairwise.test")
    ours = EmailRenderer(LOCALES_DIR, sites, UnsubscribeLinks(keys), statement_keys=keys)

    english, german = (part(written(ours, EmailTemplate.MATCH, locale=locale), "html") for locale in ("en", "de"))

    assert "Say hello at Pairwise" in english
    assert "Say hello" not in german
    for html in (english, german):
        assert f'src="https://pairwise.test/icons/icon-192.png?v={sites.get("pairwise").brand.logo_version}"' in html
        assert turned(BRAND["primary"][0], 40) in html
        assert BRAND["primary"][0] not in html
