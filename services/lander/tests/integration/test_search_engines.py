"""What search engines and previews of links read of landing pages."""

import json
import re
from html import unescape
from io import BytesIO
from typing import Any
from uuid import UUID
from xml.etree import ElementTree

import pytest
from flask import Flask
from lander.domain.scene import OF_SITE, Scene
from lander.tests.makers import document
from lander.wiring import Wiring
from PIL import Image
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.languages import LOCALES

HEAVIEST_PICTURE = 300_000
SITEMAP, XHTML = "{http://www.sitemaps.org/schemas/sitemap/0.9}", "{http://www.w3.org/1999/xhtml}"
GENERATED_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def text_of(answer: Any) -> str:
    return unescape(answer.get_data(as_text=True))


def alternates(page: str) -> dict[str, str]:
    return dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', page))


def canonical(page: str) -> list[str]:
    return re.findall(r'<link rel="canonical" href="([^"]+)">', page)


def listed(browser: Browser) -> list[str]:
    sitemap = ElementTree.fromstring(browser.get("/landers/sitemap.xml").get_data(as_text=True))  # noqa: S314 - our own
    return [str(url.findtext(f"{SITEMAP}loc")) for url in sitemap.findall(f"{SITEMAP}url")]


@pytest.mark.parametrize("scene", OF_SITE)
def test_a_page_has_one_address_in_each_language_and_all_name_each_other(browser: Browser, scene: Scene) -> None:
    wanted = {locale: f"http://localhost:8080/{locale}/landers/{scene}" for locale in LOCALES}
    wanted["x-default"] = wanted["en"]

    for locale in LOCALES:
        answer = browser.get(f"/{locale}/landers/{scene}")
        page = text_of(answer)
        assert (answer.status_code, answer.headers["Content-Language"]) == (200, locale)
        assert alternates(page) == wanted
        assert canonical(page) == [wanted[locale]]
        assert "noindex" not in page


@pytest.mark.parametrize(
    "path", ["/landers/video?lang=de", "/landers/video/video?lang=de", "/de/landers/video?v=3.7&network=n&sub1=click"]
)
def test_other_addresses_of_a_page_name_the_one_of_search_engines(browser: Browser, path: str) -> None:
    assert canonical(text_of(browser.get(path))) == ["http://localhost:8080/de/landers/video"]


def test_the_language_of_the_path_is_before_all_others(app: Flask) -> None:
    headers = {"Host": "localhost", "Accept-Language": "fr", "x-pairwise-locale": "sv"}

    answer = app.test_client().get("/de/landers/video?lang=pl", headers=headers)

    assert answer.headers["Content-Language"] == "de"


@pytest.mark.parametrize(
    "path", ["/tlh/landers/video", "/DE/landers/video", "/members/landers/video", "/de/landers/no"]
)
def test_an_unknown_language_or_page_is_a_404_that_is_left_out(browser: Browser, path: str) -> None:
    answer = browser.get(path)

    assert answer.status_code == 404
    assert 'content="noindex"' in text_of(answer)
    assert not canonical(text_of(answer))


def test_a_language_that_the_site_does_not_have_is_a_404(
    app: Flask, wired: Wiring, keys: KeyPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = wired.sites.for_host("localhost").model_copy(update={"locales": ["nl", "en"]})
    monkeypatch.setattr(type(wired.sites), "for_host", lambda *_: few)
    browser = Browser(app, keys)

    assert browser.get("/fi/landers/video").status_code == 404
    assert set(alternates(text_of(browser.get("/en/landers/video")))) == {"nl", "en", "x-default"}
    assert not [url for url in listed(browser) if "/fi/" in url]


def test_a_link_is_shown_with_the_words_the_picture_and_the_name_of_its_brand(app: Flask, keys: KeyPair) -> None:
    for host, name in (("localhost", "Pairwise"), ("iskra.localhost", "Iskra")):
        browser = Browser(app, keys).at(host)
        page = text_of(browser.get("/en/landers/gallery"))
        reported = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page))

        [title] = re.findall(r"<title>(.*?)</title>", page)
        assert title == reported["og:title"]
        assert title.endswith(f"– {name}")
        assert reported["og:site_name"] == name
        assert reported["og:description"] == reported["description"] != ""
        assert canonical(page) == [reported["og:url"]] == [f"http://{host}:8080/en/landers/gallery"]
        [data] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
        graph = {part["@type"]: part for part in json.loads(data)["@graph"]}
        assert graph["WebSite"]["name"] == graph["Organization"]["name"] == name
        assert graph["WebPage"]["isPartOf"]["@id"] == graph["WebSite"]["@id"] == f"http://{host}:8080/#site"
        assert graph["WebPage"]["url"] == reported["og:url"]


@pytest.mark.parametrize("scene", OF_SITE)
def test_every_scene_has_a_picture_for_links(browser: Browser, scene: Scene) -> None:
    page = text_of(browser.get(f"/en/landers/{scene}"))
    [address] = re.findall(r'og:image" content="http://localhost:8080([^"]+)"', page)
    answer = browser.get(address)

    assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
    assert len(answer.data) <= HEAVIEST_PICTURE
    assert Image.open(BytesIO(answer.data)).size == (1200, 630)
    others = {browser.get(f"/landers/static/links/{each}.jpg").data for each in OF_SITE if each != scene}
    assert answer.data not in others


def test_words_of_a_marketer_end_no_element(browser: Browser, app: Flask, keys: KeyPair) -> None:
    desk = Browser(app, keys).as_member(UUID(int=1), marketer=True)
    words = document(title="Fish & 'chips' \" here")
    desk.post("/api/marketing-page.php", {"slug": "spring", "base": 0, "document": words})
    desk.put("/api/marketing-page.php", {"slug": "spring", "action": "publish", "version": 1})

    raw = browser.get("/en/landers/spring").get_data(as_text=True)

    assert 'here come outside. – Pairwise">' in raw
    [data] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', raw)
    named = [part["name"] for part in json.loads(data)["@graph"] if part["@type"] == "WebPage"]
    assert named == ["Fish & 'chips' \" here come outside. – Pairwise"]


def test_the_sitemap_lists_live_pages_in_every_language_and_nothing_else(
    database: Database, browser: Browser, app: Flask, keys: KeyPair
) -> None:
    desk = Browser(app, keys).as_member(UUID(int=1), marketer=True)
    for slug, scene in (("spring", "gallery"), ("hidden", "gallery"), ("hello", "member2")):
        given = {"slug": slug, "base": 0, "document": document(scene=scene)}
        assert desk.post("/api/marketing-page.php", given).status_code == 201
        if slug != "hidden":
            desk.put("/api/marketing-page.php", {"slug": slug, "action": "publish", "version": 1})

    slugs = [*OF_SITE, "spring"]
    assert sorted(listed(browser)) == sorted(
        f"http://localhost:8080/{locale}/landers/{slug}" for locale in LOCALES for slug in slugs
    )
    sitemap = ElementTree.fromstring(browser.get("/landers/sitemap.xml").get_data(as_text=True))  # noqa: S314 - our own
    for url in sitemap.findall(f"{SITEMAP}url"):
        links = {link.get("hreflang"): link.get("href") for link in url.findall(f"{XHTML}link")}
        assert links.keys() == {*LOCALES, "x-default"}
        assert url.findtext(f"{SITEMAP}loc") in links.values()
    there = Browser(app, keys).at("iskra.localhost")
    assert not [url for url in listed(there) if "spring" in url or not url.startswith("http://iskra.localhost:8080/")]


def test_no_link_of_a_page_has_a_generated_id(browser: Browser) -> None:
    for path in (*(f"/landers/{scene}" for scene in OF_SITE), "/de/landers/video"):
        hrefs = re.findall(r'href="([^"]*)"', text_of(browser.get(path)))
        assert hrefs
        assert not [href for href in hrefs if GENERATED_ID.search(href)]


def test_a_view_of_an_address_with_a_language_is_of_its_page(browser: Browser, wired: Wiring) -> None:
    page = browser.get("/de/landers/gallery").get_data(as_text=True)
    [view] = re.findall(r'data-view="([^"]*)"', page)

    headers = {"User-Agent": "Mozilla/5.0 Firefox/140.0", "Accept-Language": "de", "Origin": "http://localhost:8080"}
    assert browser.send("POST", "/api/track.php", json.loads(unescape(view)), headers).status_code == 202
    with wired.database.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT page, locale, is_suspect FROM views").all()
    assert [tuple(row) for row in rows] == [("gallery", "de", False)]
