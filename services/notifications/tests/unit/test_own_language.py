"""Mails, pushes and text messages in a language that a site brings, and elsewhere in that of the site."""

from uuid import UUID

import pytest
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.push import Push
from notifications.domain.push_kinds import PushKind
from notifications.domain.text_message import QueuedText, TextPurpose
from notifications.emails import EmailRenderer
from notifications.ports import DateContact
from notifications.push_renderer import PushRenderer
from notifications.tests.fakes import a_recipient
from notifications.tests.rendering import LOCALES_DIR, part, written
from notifications.text_renderer import TextRenderer
from notifications.unsubscribe_links import UnsubscribeLinks
from shared.kit.core import SigningKeys, Texts
from shared.kit.core.keys import new_key
from shared.sites import SiteDirectory
from shared.sites.directory import DOCUMENTS

from tests.own_language import BRAND, LANGUAGE, write_brand

SOMEBODY = UUID(int=1)


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> SiteDirectory:
    folder = tmp_path_factory.mktemp("sites")
    (folder / "pairwise.yaml").write_text((DOCUMENTS / "pairwise.yaml").read_text())
    write_brand(folder)
    return SiteDirectory(folder, "https://pairwise.test")


def test_a_mail_is_in_the_language_of_the_site(sites: SiteDirectory) -> None:
    keys = SigningKeys(new_key())
    ours = EmailRenderer(LOCALES_DIR, sites, UnsubscribeLinks(keys), statement_keys=keys)

    mail = written(ours, EmailTemplate.MATCH, locale=LANGUAGE, site=BRAND)

    assert str(mail["Subject"]).startswith("«")
    assert mail["Content-Language"] == LANGUAGE
    assert f'lang="{LANGUAGE}"' in part(mail, "html")
    assert f"/{LANGUAGE}/" in part(mail, "plain")
    elsewhere = written(ours, EmailTemplate.MATCH, locale=LANGUAGE, site="pairwise")
    assert elsewhere["Content-Language"] == sites.get("pairwise").domain_language


def test_a_push_and_a_text_message_are_in_it_too(sites: SiteDirectory) -> None:
    texts = Texts(LOCALES_DIR, "mails")
    push = PushRenderer(texts, sites).render(
        Push(SOMEBODY, "https://push.example", SOMEBODY, PushKind.MESSAGE, "m", SOMEBODY, SOMEBODY),
        a_recipient(locale=LANGUAGE, site=BRAND),
        count=2,
        is_fictional=False,
    )
    queued = QueuedText(SOMEBODY, SOMEBODY, SOMEBODY, TextPurpose.DATE_MISSED, False)
    contact = DateContact(BRAND, LANGUAGE, {"maker": "Ann", "token": "A" * 22, "name": "Bo"}, "+351210000000")
    text = TextRenderer(texts, sites).to_date_contact(queued, contact)

    assert push.body.startswith("«")
    assert "2" in push.body
    assert push.path.startswith(f"/{LANGUAGE}/")
    assert f"/{LANGUAGE}/plan#token=" in text.text
