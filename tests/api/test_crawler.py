"""A crawler: it reads robots.txt of each brand, walks its sitemaps, judges every page, and tries every link on them."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urldefrag, urljoin, urlsplit
from xml.etree import ElementTree

import httpx
import pytest
from runner.throwaway import Product

from tests.html_page import Read, read

SITES = {"localhost": "Pairwise", "iskra.localhost": "Iskra"}
LANDERS = 9
LONGEST_TITLE = 110
GENERATED_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
SITEMAP, XHTML = "{http://www.sitemaps.org/schemas/sitemap/0.9}", "{http://www.w3.org/1999/xhtml}"


@dataclass(frozen=True)
class Crawl:
    """All pages of one brand that its sitemaps list, and what the sitemaps say of their languages."""

    brand: str
    base: str
    locales: list[str]
    own_language: str
    listed: dict[str, dict[str, str]]
    pages: dict[str, Read]
    answers: dict[str, httpx.Response]


@pytest.fixture(scope="module")
def client(product: Product) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=product.base_url, timeout=60) as client:
        yield client


@pytest.fixture(scope="module", params=SITES)
def crawl(request: pytest.FixtureRequest, client: httpx.Client, product: Product) -> Crawl:
    host = f"{request.param}:{urlsplit(product.base_url).port}"
    client.headers["host"] = host
    settings = client.get("/api/settings.php").json()["settings"]
    listed = {}
    for sitemap in re.findall(r"^Sitemap: (\S+)$", client.get("/robots.txt").text, re.MULTILINE):
        assert sitemap.startswith(f"{settings['base_url']}/")
        answer = client.get(urlsplit(sitemap).path)
        assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, "application/xml")
        for url in ElementTree.fromstring(answer.text).findall(f"{SITEMAP}url"):  # noqa: S314 - our own answer
            links = {str(link.get("hreflang")): str(link.get("href")) for link in url.findall(f"{XHTML}link")}
            address = str(url.findtext(f"{SITEMAP}loc"))
            assert address not in listed, "listed once"
            listed[address] = links
    answers = {url: client.get(urlsplit(url).path) for url in listed}
    pages = {url: read(answer.text) for url, answer in answers.items()}
    return Crawl(
        SITES[request.param],
        settings["base_url"],
        settings["locales"],
        settings["domain_language"],
        listed,
        pages,
        answers,
    )


def test_every_page_is_there_in_its_language_and_may_be_listed(crawl: Crawl) -> None:
    languages = {url: urlsplit(url).path.split("/")[1] for url in crawl.listed}
    for url, answer in crawl.answers.items():
        page = crawl.pages[url]
        assert url.startswith(f"{crawl.base}/"), url
        assert (answer.status_code, page.language, answer.headers["content-language"]) == (
            200,
            languages[url],
            languages[url],
        ), url
        assert "noindex" not in page.metas.get("robots", ""), url
        assert "x-robots-tag" not in answer.headers, url
        assert len(page.headings) == 1, url
    assert len([url for url in crawl.listed if "/landers/" in url]) >= LANDERS * len(crawl.locales)


def test_every_page_has_one_canonical_address_which_is_its_own(crawl: Crawl) -> None:
    assert {url: page.canonical for url, page in crawl.pages.items()} == {url: [url] for url in crawl.pages}


def test_languages_are_complete_and_mutual_in_page_and_sitemap(crawl: Crawl) -> None:
    for url, page in crawl.pages.items():
        assert page.alternates == crawl.listed[url], url
        assert page.alternates.keys() == {*crawl.locales, "x-default"}, url
        assert page.alternates["x-default"] == page.alternates[crawl.own_language], url
        for language, other in page.alternates.items():
            assert crawl.pages[other].alternates == page.alternates, (url, language)
            assert url in crawl.pages[other].alternates.values(), (url, language)


def test_titles_and_descriptions_are_the_brands_own_and_each_pages_own(crawl: Crawl) -> None:
    [other] = set(SITES.values()) - {crawl.brand}
    pages_of = defaultdict(list)
    for url, page in crawl.pages.items():
        assert crawl.brand in page.title, url
        assert len(page.title) <= LONGEST_TITLE, url
        assert page.metas["description"].strip(), url
        assert page.metas["og:title"] == page.title, url
        assert page.metas["og:description"] == page.metas["description"], url
        assert page.metas["og:url"] == url
        assert other not in page.title + page.metas["description"] + page.metas["og:site_name"], url
        pages_of[page.language, page.title].append(url)
    assert [urls for urls in pages_of.values() if len(urls) > 1] == []


def test_pictures_of_links_are_there(crawl: Crawl, client: httpx.Client) -> None:
    client.headers["host"] = urlsplit(crawl.base).netloc
    for picture in {page.metas["og:image"] for page in crawl.pages.values()}:
        assert picture.startswith(f"{crawl.base}/")
        answer = client.get(picture.removeprefix(crawl.base))
        assert (answer.status_code, answer.headers["content-type"].partition("/")[0]) == (200, "image"), picture
        assert len(answer.content) <= 300_000, picture


def test_pages_state_to_search_engines_whose_they_are(crawl: Crawl) -> None:
    found = {
        url: page.data["application/ld+json"] for url, page in crawl.pages.items() if "application/ld+json" in page.data
    }
    assert {url for url in crawl.pages if "/landers/" in url or url.rstrip("/").count("/") == 3} <= found.keys()
    for url, data in found.items():
        graph = {part["@type"]: part for part in json.loads(data)["@graph"]}
        assert graph["WebSite"]["name"] == graph["Organization"]["name"] == crawl.brand, url
        assert graph["WebSite"]["@id"] == f"{crawl.base}/#site", url


def test_no_link_is_generated_or_leads_nowhere(crawl: Crawl, client: httpx.Client) -> None:
    """Each path is asked for once, whatever its parameters."""
    client.headers["host"] = urlsplit(crawl.base).netloc
    linked: dict[str, str] = {}
    for url, page in crawl.pages.items():
        for href in page.hrefs:
            assert not GENERATED_ID.search(href), (url, href)
            target = urldefrag(urljoin(url, href)).url
            if target.startswith(crawl.base):
                linked.setdefault(urlsplit(target).path, url)
    missing = {
        path: url
        for path, url in linked.items()
        if f"{crawl.base}{path}" not in crawl.pages and client.get(path, follow_redirects=False).status_code != 200
    }
    assert missing == {}


@pytest.mark.parametrize(
    "path",
    [
        "/landers/nothing",
        "/de/landers/nothing",
        "/xx/landers/video",
        "/de/landers/video/a/b",
        "/de/landers",
        "/de/nothing",
    ],
)
def test_what_there_is_not_is_a_404(crawl: Crawl, client: httpx.Client, path: str) -> None:
    client.headers["host"] = urlsplit(crawl.base).netloc
    answer = client.get(path)
    page = read(answer.text)

    assert answer.status_code == 404
    assert page.metas["robots"] == "noindex"
    assert not page.canonical
    assert not page.alternates
    assert crawl.brand in page.title
