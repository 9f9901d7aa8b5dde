import re
from html import unescape
from typing import Any

import psycopg
import pytest
from flask import Flask
from lander.domain.draft import HEAVIEST_PAGE
from lander.domain.scene import OF_SITE, Scene
from lander.web.assets import HERE
from shared.kit.db import Database
from shared.kit.testing.web import Browser
from shared.languages import LOCALES, localized_path

# Data for search engines: no script, whatever the policy says.
DATA = '<script type="application/ld+json">'
# Shorter rules may agree by chance.
FEWEST_LINES = 3
LARGEST_STYLES, LARGEST_SCRIPT, LARGEST_OTHER_FONT = 16_000, 8_000, 40_000
FILMS = (".webm", ".mp4")
LARGEST_FILM = 300_000


def text_of(answer: Any) -> str:
    return unescape(answer.get_data(as_text=True))


@pytest.mark.parametrize("scene", OF_SITE)
def test_every_scene_speaks_every_language(browser: Browser, scene: Scene) -> None:
    for locale in LOCALES:
        answer = browser.get(f"/landers/{scene}", lang=locale)

        page = text_of(answer)
        assert answer.status_code == 200
        assert answer.headers["Content-Language"] == locale
        assert f'<html lang="{locale}">' in page
        assert "{{" not in page
        assert page.count("<h1>") == 1
        assert f'href="{"" if locale == "nl" else "/" + locale}/signup?page=' in page


def test_a_page_needs_no_script_and_lets_none_in(browser: Browser) -> None:
    answer = browser.get("/landers/video")

    policy, page = answer.headers["Content-Security-Policy"], answer.get_data(as_text=True)
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    scripts = re.findall(r"<script[^>]*>", page)
    assert [each for each in scripts if each != DATA] == re.findall(
        r"<script defer src=\"/landers/static/lander\.js[^>]*>", page
    )
    assert " style=" not in page
    assert " onclick=" not in page


def test_parameters_of_a_url_are_escaped(browser: Browser) -> None:
    evil = "\"><script>alert(1)</script>'"

    page = browser.get("/landers/video", network=evil, visit_id=evil, v=evil).get_data(as_text=True)

    assert "<script>alert" not in page
    assert r"\u003cscript\u003ealert(1)" in page  # in the counted view, harmless
    assert "network=%22%3E%3Cscript%3E" in page


def test_parameters_of_others_are_let_through(browser: Browser) -> None:
    query = {"gclid": "1", "network": ["a", "b"], "utm_source": ""}

    assert browser.get("/landers/video/video", **query).status_code == 200


def test_prices_and_the_fictional_policy_are_one_tap_away(browser: Browser) -> None:
    page = browser.get("/landers/alonetonight", lang="en").get_data(as_text=True)

    assert 'href="/en/pricing"' in page
    assert 'href="/en/pages/faq"' in page
    assert "2 credits" in page
    assert "fictional" in page


def test_rendering_a_page_counts_nothing(browser: Browser, database: Database) -> None:
    browser.get("/landers/gallery", network="northwind")

    with psycopg.connect(database.dsn) as connection:
        assert connection.execute("SELECT count(*) FROM views").fetchone() == (0,)


def test_the_site_has_its_own_language_until_the_visitor_chooses(app: Flask) -> None:
    def language(header: dict[str, str], query: str = "") -> str:
        answer = app.test_client().get(f"/landers/video{query}", headers={"Host": "localhost", **header})
        return answer.headers["Content-Language"]

    assert language({"Accept-Language": "fr-FR,fr;q=0.9", "x-pairwise-site-locale": "en"}) == "en"
    assert language({"Accept-Language": "fr", "x-pairwise-site-locale": "pl"}) == "pl"
    assert language({"Accept-Language": "fr", "x-pairwise-locale": "sv"}) == "sv"
    assert language({"x-pairwise-locale": "sv", "Host": "iskra.localhost"}) == "pl"
    assert language({"Accept-Language": "fr", "x-pairwise-locale": "sv"}, "?lang=pl") == "pl"


UNKNOWN = ["nothing", "nothing/at-all", "..%2f", "Video", "video/nothing", "video/gallery", "member", "video/a/b", ""]


@pytest.mark.parametrize("path", UNKNOWN)
def test_an_unknown_page_says_so_in_words(browser: Browser, path: str) -> None:
    answer = browser.get(f"/landers/{path}", headers={"Accept-Language": "en"})

    assert answer.status_code == 404
    assert "This page could not be found" in text_of(answer)
    assert 'content="noindex"' in text_of(answer)


def test_the_languages_of_an_unknown_page_lead_to_the_start_page(browser: Browser) -> None:
    page = text_of(browser.get("/landers/nothing", network="northwind"))

    links = dict(re.findall(r'<a href="([^"]*)" lang="([a-z]{2})"', page))
    assert links == {localized_path(locale, "/"): locale for locale in LOCALES}


def test_an_unknown_language_is_an_unknown_page(browser: Browser) -> None:
    assert browser.get("/landers/video", lang="tlh").status_code == 404


def test_an_unknown_site_has_no_pages(app: Flask) -> None:
    assert app.test_client().get("/landers/video", headers={"Host": "elsewhere.example"}).status_code == 404


def test_files_are_small_and_kept_for_ever(browser: Browser) -> None:
    page = browser.get("/landers/video").get_data(as_text=True)
    [styles] = re.findall(r'href="(/landers/static/lander\.css\?v=\w+)"', page)
    [script] = re.findall(r'src="(/landers/static/lander\.js\?v=\w+)"', page)

    for address, largest in ((styles, LARGEST_STYLES), (script, LARGEST_SCRIPT)):
        answer = browser.get(address.partition("?")[0])
        assert answer.status_code == 200
        assert len(answer.data) <= largest
        assert "immutable" in answer.headers["Cache-Control"]
    assert "light-dark(#006775" in browser.get("/landers/static/lander.css").get_data(as_text=True)


def test_the_letters_and_pictures_of_the_stylesheet_are_there(browser: Browser) -> None:
    styles = browser.get("/landers/static/lander.css").get_data(as_text=True)

    for name in (found := re.findall(r"url\('([^']+)'\)", styles)):
        answer = browser.get(f"/landers/static/{name}")
        assert (answer.status_code, answer.mimetype) == (200, "font/woff2" if "fonts/" in name else "image/webp")
    assert "grain.webp" in found


@pytest.mark.parametrize("path", ["lander.txt", "../settings.py", "%2e%2e/pages.py", "fonts/"])
def test_no_other_file_can_be_had(browser: Browser, path: str) -> None:
    assert browser.get(f"/landers/static/{path}").status_code == 404


@pytest.mark.parametrize("scene", OF_SITE)
def test_every_scene_has_a_device_and_a_stylesheet_of_its_own(browser: Browser, scene: Scene) -> None:
    pages = {each: text_of(browser.get(f"/landers/{each}", lang="en")) for each in OF_SITE}
    devices = {each: re.findall(r'class="device ([a-z-]+)', page) for each, page in pages.items()}

    assert len(devices[scene]) == 1
    assert [each for each in OF_SITE if devices[each] == devices[scene]] == [scene]
    assert f"/landers/static/scenes/{scene}.css" in pages[scene]


def test_the_twelve_scenes_have_twelve_devices() -> None:
    templates = (HERE.parent / "templates" / "scenes").glob("[a-z]*.html")
    devices = [re.findall(r'class="device ([a-z-]+)', template.read_text("utf-8")) for template in templates]
    assert len(devices) == len({device for [device] in devices}) == 12


@pytest.mark.parametrize("scene", OF_SITE)
def test_a_page_with_all_its_files_is_light(browser: Browser, scene: Scene) -> None:
    """Uncompressed, which is more than any compression sends."""
    for locale in LOCALES:
        page = browser.get(f"/{locale}/landers/{scene}").get_data(as_text=True)
        found = set(re.findall(r'(?:href|src|poster)="(/landers/static/[^"?]+)', page))
        films = {file for file in found if "." + file.rpartition(".")[2] in FILMS}
        files = found - films
        scripts = [file for file in files if file.endswith(".js")]

        total = len(page.encode()) + sum(len(browser.get(file).data) for file in files)

        assert total + LARGEST_OTHER_FONT < HEAVIEST_PAGE
        assert sum(len(browser.get(file).data) for file in scripts) <= LARGEST_SCRIPT
        assert all(len(browser.get(file).data) <= LARGEST_FILM for file in films)


def test_no_rule_stands_in_the_stylesheets_of_two_scenes() -> None:
    """What scenes share is in a file that begins with `_`, and is sent with each of them."""
    found: dict[str, list[str]] = {}
    for file in sorted((HERE / "scenes").glob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
        for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
            if body.count(";") >= FEWEST_LINES:
                found.setdefault(" ".join((selector + body).split()), []).append(file.name)

    assert {rule: files for rule, files in found.items() if len(files) > 1} == {}


def test_a_film_waits_for_its_visitor(app: Flask, browser: Browser) -> None:
    """A poster, no sound, controls without script; nothing is loaded before it plays, and it can be had in parts."""
    named = [page for scene in OF_SITE if "<video" in (page := text_of(browser.get(f"/landers/{scene}")))]
    assert len(named) == len([scene for scene in OF_SITE if "video" in scene])
    for page in named:
        [film] = re.findall(r"<video(.*?)>", page)
        attributes = set(re.findall(r" ([a-z-]+)", film))
        assert {"muted", "playsinline", "controls", "poster", "aria-label"} <= attributes
        assert 'preload="none"' in film
        assert "autoplay" not in attributes
        for kind, file in re.findall(r'<source type="([^"]+)" src="([^"?]+)', page):
            part = app.test_client().get(file, headers={"Range": "bytes=100-199"})
            assert (part.status_code, part.mimetype, len(part.data)) == (206, kind, 100)


def test_without_script_the_page_says_what_to_do(browser: Browser) -> None:
    page = text_of(browser.get("/landers/video", lang="en"))

    [words] = re.findall(r"<noscript>(.*?)</noscript>", page, re.DOTALL)
    assert "JavaScript" in words
    assert "@" in words


def test_a_page_warns_at_the_entry_and_says_that_its_people_are_drawn(browser: Browser) -> None:
    page = text_of(browser.get("/landers/gallery", lang="en"))

    assert "Before you enter" in page
    assert "labelled" in page
    assert "drawn" in page
