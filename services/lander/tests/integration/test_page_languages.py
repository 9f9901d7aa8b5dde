"""A page is offered in its own languages alone: crawled from the sitemap, as a search engine would."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from flask import Flask
from lander.tests.integration.test_search_engines import alternates, canonical, listed
from lander.tests.makers import document
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.languages import LOCALES

BASE = "http://localhost:8080"
TWO = {"kind": "call", "words": {"de": "Komm mit", "nl": "Kom mee"}}
WORDS = {"title": "Lente", "accent": "nu.", "text": "Ontmoet mensen."}


@pytest.fixture
def desk(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys).as_member(UUID(int=1), marketer=True)


def publish(desk: Browser, slug: str, version: int = 1, **changed: Any) -> Any:
    given = {"slug": slug, "base": version - 1, "document": document(**changed)}
    assert desk.post("/api/marketing-page.php", given).status_code == 201
    return desk.put("/api/marketing-page.php", {"slug": slug, "action": "publish", "version": version})


def page_at(browser: Browser, url: str) -> str:
    answer = browser.get(urlsplit(url).path)
    assert (url, answer.status_code) == (url, 200)
    return unescape(answer.get_data(as_text=True))


def shown(page: str) -> str:
    """What is said on it; the menu of languages is the same on all."""
    return re.sub(r"<details.*?</details>|<[^>]+>", " ", re.sub(r"(?s)^.*<body", "<body", page), flags=re.DOTALL)


def test_a_crawler_finds_each_page_in_its_languages_and_no_copy(browser: Browser, desk: Browser) -> None:
    assert publish(desk, "two-blocks", blocks=[TWO]).status_code == 200
    assert publish(desk, "own-scene-words", words={}, blocks=[TWO]).status_code == 200
    assert publish(desk, "dutch", words={"nl": WORDS}).status_code == 200
    assert publish(desk, "chosen", title="Chosen", languages=["sv", "fi"]).status_code == 200
    assert publish(desk, "campaign", title="For one campaign", is_unlisted=True).status_code == 200
    own: Mapping[str, set[str]] = {
        "two-blocks": {"de", "nl"},
        "own-scene-words": {"de", "nl"},
        "dutch": {"nl"},
        "chosen": {"sv", "fi"},
    }

    urls = listed(browser)
    said: dict[str, str] = {}
    for url in urls:
        _, language, slug = re.fullmatch(rf"({BASE})/(\w\w)/landers/([\w-]+)", url).groups()
        page = page_at(browser, url)
        languages = own.get(slug, set(LOCALES))
        assert language in languages
        assert f'<html lang="{language}">' in page
        assert canonical(page) == [url]
        named = alternates(page)
        assert named.keys() == {*languages, "x-default"}
        assert named[language] == url
        assert named["x-default"] in urls
        assert set(named.values()) <= set(urls)
        assert set(re.findall(r'hreflang="(\w\w)" ?(?:aria-current="true")?>', page.partition("<body")[2])) == languages
        assert "noindex" not in page
        said[url] = shown(page)
    assert len(set(said.values())) == len(said)
    for slug, languages in own.items():
        assert {url for url in urls if url.endswith(f"/{slug}")} == {
            f"{BASE}/{each}/landers/{slug}" for each in languages
        }
    assert not [url for url in urls if "campaign" in url]


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("/fr/landers/two?network=n&sub1=a%20b", "/nl/landers/two?network=n&sub1=a%20b"),
        ("/fr/landers/gallery/two", "/nl/landers/gallery/two"),
        ("/en/landers/two", "/nl/landers/two"),
    ],
)
def test_another_language_leads_to_the_main_one_with_its_campaign(
    browser: Browser, desk: Browser, asked: str, answered: str
) -> None:
    publish(desk, "two", blocks=[TWO])

    answer = browser.get(asked)

    assert (answer.status_code, answer.headers["Location"]) == (302, answered)
    assert browser.get("/tlh/landers/two").status_code == 404


@pytest.mark.parametrize(("query", "language"), [("", "nl"), ("?lang=fr", "nl"), ("?lang=de", "de")])
def test_the_short_address_is_in_a_language_of_the_page(
    browser: Browser, desk: Browser, query: str, language: str
) -> None:
    publish(desk, "two", blocks=[TWO])

    answer = browser.get(f"/landers/two{query}")

    assert (answer.status_code, answer.headers["Content-Language"]) == (200, language)
    assert canonical(unescape(answer.get_data(as_text=True))) == [f"{BASE}/{language}/landers/two"]


def test_an_unlisted_page_is_shown_by_its_link_and_says_so(browser: Browser, desk: Browser) -> None:
    publish(desk, "campaign", is_unlisted=True)

    page = page_at(browser, f"{BASE}/en/landers/campaign")

    assert '<meta name="robots" content="noindex">' in page
    assert re.findall(r'property="og:image" content="(.+?)"', page)


def test_versions_of_an_experiment_are_offered_in_the_languages_they_share(browser: Browser, desk: Browser) -> None:
    publish(desk, "two")
    publish(desk, "two", version=2, blocks=[TWO])
    arms = [{"version": version, "weight": 0.5} for version in (1, 2)]
    started = desk.post("/api/marketing-experiments.php", {"slug": "two", "goal": "sign_up", "arms": arms})
    assert started.status_code == 201

    assert {url for url in listed(browser) if "/two" in url} == {f"{BASE}/{each}/landers/two" for each in ("de", "nl")}


@pytest.mark.parametrize(
    ("changed", "places"),
    [
        ({"languages": ["de", "fr"], "blocks": [TWO]}, ["document.blocks.0.words.fr"]),
        (
            {"words": {"nl": WORDS}, "blocks": [{"kind": "call", "words": {"de": "Komm mit"}}]},
            ["document.blocks.0.words.nl"],
        ),
    ],
)
def test_a_page_without_a_whole_language_is_not_published(
    desk: Browser, changed: dict[str, Any], places: list[str]
) -> None:
    answer = publish(desk, "two", **changed)

    assert answer.status_code == 422
    assert [each["field"] for each in answer.json["error"]["errors"]] == places


@pytest.mark.parametrize("languages", [[], ["tlh"], "de"])
def test_languages_that_are_none_are_refused(desk: Browser, languages: object) -> None:
    given = {"slug": "two", "base": 0, "document": document(languages=languages)}

    assert desk.post("/api/marketing-page.php", given).status_code == 422
