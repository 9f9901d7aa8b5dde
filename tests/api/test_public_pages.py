"""The raw HTML of every public page, per brand and language: for search engines and readers without scripts."""

import json
import re
from collections.abc import Iterator
from urllib.parse import urlsplit
from xml.etree import ElementTree

import httpx
import pytest

from tests.html_page import read
from tests.member import Member
from tests.product import Product

SITES = {"localhost": "Pairwise", "iskra.localhost": "Iskra"}
LEGAL = ["terms", "privacy", "cookies", "ban", "ranking", "return-policy", "faq", "service", "imprint"]
INDEXED = ["/", "/login", "/signup", "/pricing", "/transparency", *(f"/pages/{name}" for name in LEGAL)]
UNKNOWN = ["/nowhere", "/en/nowhere/at/all", "/pages/nothing", "/pricing/", "/de/members/1/2/3/4"]
GENERATED_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
XHTML = "{http://www.w3.org/1999/xhtml}"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


@pytest.fixture(scope="module", params=SITES)
def site(request: pytest.FixtureRequest, product: Product) -> Iterator[httpx.Client]:
    port = urlsplit(product.base_url).port
    with httpx.Client(
        base_url=product.base_url, headers={"host": f"{request.param}:{port}"}, timeout=60, follow_redirects=False
    ) as client:
        yield client


def settings_of(site: httpx.Client) -> dict[str, object]:
    settings: dict[str, object] = site.get("/api/settings.php").json()["settings"]
    return settings


def locales_of(site: httpx.Client) -> list[str]:
    locales = settings_of(site)["locales"]
    assert isinstance(locales, list)
    return locales


@pytest.mark.parametrize("path", INDEXED)
def test_a_public_page_is_whole_without_a_script(site: httpx.Client, path: str) -> None:
    settings = settings_of(site)
    descriptions = set()
    for locale in locales_of(site):
        answer = site.get(f"/{locale}{path}")
        page = read(answer.text)

        assert (answer.status_code, page.language, answer.headers["content-language"]) == (200, locale, locale)
        assert str(settings["name"]) in page.title
        assert len(page.headings) == 1
        assert page.headings[0].strip()
        assert page.metas["description"] == page.metas["og:description"] != ""
        assert page.metas["og:title"] == page.title
        assert page.canonical == [page.alternates[locale]] == [page.metas["og:url"]]
        assert urlsplit(page.canonical[0]).path == f"/{locale}{path}"
        assert page.inline_styles == 0
        assert not [href for href in page.hrefs if GENERATED_ID.search(href)]
        descriptions.add(page.metas["description"])
    assert len(descriptions) == len(locales_of(site)), "each is in its own language"


@pytest.mark.parametrize("path", INDEXED)
def test_the_languages_of_a_page_name_each_other(site: httpx.Client, path: str) -> None:
    settings = settings_of(site)
    pages = {locale: read(site.get(f"/{locale}{path}").text).alternates for locale in locales_of(site)}

    first = next(iter(pages.values()))
    assert first.keys() == {*pages, "x-default"}
    assert first["x-default"] == first[str(settings["domain_language"])]
    assert all(alternates == first for alternates in pages.values())


def test_an_address_without_language_is_in_the_language_of_the_site_or_the_cookie(site: httpx.Client) -> None:
    language = str(settings_of(site)["domain_language"])

    page = read(site.get("/").text)
    assert page.language == language
    assert urlsplit(page.canonical[0]).path == f"/{language}/"
    assert read(site.get("/", headers={"cookie": "locale=de"}).text).language == "de"


def test_the_index_states_to_search_engines_whose_site_it_is(site: httpx.Client) -> None:
    settings = settings_of(site)
    language = settings["domain_language"]
    page = read(site.get(f"/{language}/").text)

    assert page.title == settings["index_title"]
    assert page.metas["description"] == settings["description"]
    graph = {part["@type"]: part for part in json.loads(page.data["application/ld+json"])["@graph"]}
    assert graph["WebSite"]["name"] == graph["Organization"]["name"] == settings["name"]


@pytest.mark.parametrize("path", UNKNOWN)
def test_an_unknown_path_is_a_404(site: httpx.Client, path: str) -> None:
    answer = site.get(path)
    page = read(answer.text)

    assert answer.status_code == 404
    assert page.metas["robots"] == "noindex"
    assert page.headings
    assert not page.canonical
    assert not page.alternates


def test_screens_of_members_are_not_indexed(site: httpx.Client) -> None:
    for path in ("/chats", "/likes", "/members", "/credits", "/settings", "/en/profile", "/nl/transactions"):
        answer = site.get(path)
        assert (answer.status_code, read(answer.text).metas["robots"]) == (200, "noindex"), path


def test_the_sitemap_lists_every_page_of_this_site_and_no_other(site: httpx.Client) -> None:
    robots, sitemap = site.get("/robots.txt"), site.get("/sitemap.xml")
    base = str(settings_of(site)["base_url"])

    assert f"Sitemap: {base}/sitemap.xml" in robots.text
    urls = ElementTree.fromstring(sitemap.text).findall(f"{SITEMAP}url")  # noqa: S314 - our own answer
    listed = [url.findtext(f"{SITEMAP}loc") for url in urls]
    assert sorted(filter(None, listed)) == sorted(
        f"{base}/{locale}{path}" for locale in locales_of(site) for path in INDEXED
    )
    for url in urls:
        assert {link.get("hreflang") for link in url.findall(f"{XHTML}link")} == {*locales_of(site), "x-default"}


def test_styles_in_the_page_are_allowed_by_their_hash_alone(site: httpx.Client) -> None:
    policy = site.get("/en/pricing").headers["content-security-policy"]

    assert re.search(r"style-src 'self' 'sha256-[A-Za-z0-9+/=]{44}';", policy)
    assert "unsafe-inline" not in policy


@pytest.mark.parametrize("chosen", [None, "de"])
def test_a_visit_is_in_the_language_of_the_site_until_the_visitor_chooses(
    site: httpx.Client, chosen: str | None
) -> None:
    """In pages of the web app, landing pages and refusals of services and gateway alike."""
    own = chosen or str(settings_of(site)["domain_language"])
    headers = {"accept-language": "fr, nl;q=0.8"} | ({"cookie": f"locale={chosen}"} if chosen else {})

    for path in ("/", "/pricing", "/landers/gallery", "/landers/nothing"):
        page = site.get(path, headers=headers)
        assert (page.headers["content-language"], read(page.text).language) == (own, own)
        assert "Cookie" in page.headers["vary"]
        assert "Accept-Language" not in page.headers["vary"]
        explicit = site.get(f"/en{path}", headers=headers)
        assert explicit.headers.get("content-language", "en") == "en"
    for method, path in (("POST", "/api/reset-password.php"), ("GET", "/api/chats.php"), ("GET", "/api/nothing.php")):
        first = site.request(method, path, headers=headers | {"x-request-type": "app"})
        named = site.request(method, path, headers={"cookie": f"locale={own}", "x-request-type": "app"})
        assert first.json()["error"]["message"] == named.json()["error"]["message"]


def test_a_browser_with_a_session_gets_no_page_of_a_visitor(product: Product) -> None:
    with Member(product.base_url) as member:
        member.sign_up("Vera")
        page = member.http.get("/en/")
        kept = httpx.get(f"{product.base_url}/en/", headers={"if-none-match": page.headers["etag"]})

    assert '<div id="root"></div>' in page.text
    assert 'id="start"' not in page.text
    assert "no-cache" in page.headers["cache-control"]
    assert "Cookie" in page.headers["vary"]
    assert kept.status_code == 200
    assert 'id="start"' in kept.text


def test_what_a_page_brings_is_of_nobody(product: Product) -> None:
    with Member(product.base_url) as member:
        member.sign_up("Wanda")
        member.http.get("/en/pricing")
    start = json.loads(read(httpx.get(f"{product.base_url}/en/pricing").text).data["application/json"])

    assert start["known"]["/api/user.php"] is None
    assert start["known"]["/api/packages.php"]["balance"] is None
