from datetime import UTC, datetime, timedelta
from email import message_from_string

import pytest
from flask import Flask
from shared.kit.testing.web import Browser

from identity.tests.factories import sign_up_form


@pytest.mark.parametrize(
    ("chosen", "page"), [("nl", "/settings/password"), ("en", "/en/settings/password"), ("de", "/de/settings/password")]
)
def test_change_password_leads_to_the_page_in_the_readers_language(browser: Browser, chosen: str, page: str) -> None:
    for _ in ("visitor", "member"):
        answer = browser.in_language(chosen).get("/.well-known/change-password")
        assert (answer.status_code, answer.headers["Location"]) == (302, page)
        browser.post("/api/signup.php", sign_up_form())
        browser.logged_in()


@pytest.mark.parametrize("key", ["pairwise", "iskra"])
def test_each_site_names_its_own_contact(browser: Browser, app: Flask, key: str) -> None:
    sites = app.extensions["wiring"].sites
    site = sites.get(key)
    answer = browser.at(site.hosts[0]).get("/.well-known/security.txt")

    assert answer.content_type == "text/plain; charset=utf-8"
    fields = message_from_string(answer.text)
    assert fields["Contact"] == f"mailto:{site.point_of_contact.email}"
    assert fields["Preferred-Languages"].split(", ") == site.point_of_contact.languages
    assert fields["Canonical"] == f"{site.base_url}/.well-known/security.txt"
    expires = datetime.fromisoformat(fields["Expires"])
    assert timedelta(days=30) < expires - datetime.now(UTC) < timedelta(days=365)
