"""The files of a site that its own folder has: the browser of another host gets none of them."""

from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from shared.kit.testing.web import Browser
from shared.sites import SiteDirectory
from shared.sites.directory import DOCUMENTS

LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#b4442c"/></svg>'


@pytest.fixture(autouse=True)
def logo_of_iskra(app: Flask, tmp_path: Path) -> None:
    for path in DOCUMENTS.glob("*.yaml"):
        (tmp_path / path.name).write_text(path.read_text())
    (tmp_path / "iskra__logo.svg").write_text(LOGO)
    app.extensions["wiring"] = replace(app.extensions["wiring"], sites=SiteDirectory(tmp_path))


def test_a_site_shows_its_own_logo_and_no_other_site_does(browser: Browser) -> None:
    def answers(host: str) -> list[tuple[int, str]]:
        at = browser.at(host)
        found = [at.get("/api/site-file.php", file=f"icons/{name}") for name in ("icon.svg", "icon-192.png")]
        return [(answer.status_code, answer.content_type) for answer in found]

    assert answers("iskra.localhost") == [(200, "image/svg+xml"), (200, "image/png")]
    assert {status for status, _ in answers("localhost")} == {404}
    for path in ("/api/theme.css", "/api/manifest.webmanifest"):
        assert "icons/icon.svg?v=" in browser.at("iskra.localhost").get(path).text
        assert "icon.svg?v=" not in browser.at("localhost").get(path).text


def test_an_unchanged_file_is_not_sent_again(browser: Browser) -> None:
    at = browser.at("iskra.localhost")
    tag = at.get("/api/site-file.php", file="icons/icon.svg").headers["ETag"]

    assert at.send("GET", "/api/site-file.php?file=icons/icon.svg", {}, {"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize("path", ["", "site.yaml", "/etc/passwd", "icons/../site.yaml", "icons//a.svg", "ICONS/a.svg"])
def test_what_is_no_path_of_the_web_app_is_refused(browser: Browser, path: str) -> None:
    assert browser.at("iskra.localhost").get("/api/site-file.php", file=path).status_code in (404, 422)
