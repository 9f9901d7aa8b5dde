"""What search engines and previews of links read of a page: one address in each language, each naming the others."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import quoteattr

from shared.languages import Locale
from shared.sites import Site

from lander.domain.page import LivePage
from lander.web.addresses import page_path

PICTURE_WIDTH, PICTURE_HEIGHT = 1200, 630
X_DEFAULT = "x-default"


@dataclass(frozen=True)
class SearchHead:
    """URLs of one page, and the page as schema.org describes it. `alternates` has `x-default`, which is the page in its
    main language."""

    canonical: str
    alternates: Mapping[str, str]
    picture: str
    data: str


def search_head(
    site: Site,
    slug: str,
    offered: Sequence[Locale],
    language: Locale,
    title: str,
    description: str,
    picture: str,
) -> SearchHead:
    alternates = alternates_of(site, page_path(slug), offered)
    data = _schema(site, alternates[language], language, title, description, f"{site.base_url}{picture}")
    return SearchHead(alternates[language], alternates, f"{site.base_url}{picture}", data)


def main_language(site: Site, offered: Sequence[Locale]) -> Locale:
    """The language of a page for a reader of none it is offered in: the site's own, or else its first."""
    return site.domain_language if site.domain_language in offered else offered[0]


def alternates_of(site: Site, path: str, offered: Sequence[Locale]) -> dict[str, str]:
    """The URL of a page in each language it is offered in."""
    urls: dict[str, str] = {locale: f"{site.base_url}/{locale}{path}" for locale in offered}
    return {**urls, X_DEFAULT: urls[main_language(site, offered)]}


def sitemap_of(site: Site, pages: Iterable[LivePage]) -> str:
    """Every page in each of its languages, each with the URLs of the others."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', _URLSET]
    for page in pages:
        offered = page.languages(site.locales)
        alternates = alternates_of(site, page_path(page.slug), offered)
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{code}" href={quoteattr(url)}/>' for code, url in alternates.items()
        )
        lines += [f"<url><loc>{alternates[locale]}</loc>{links}</url>" for locale in offered]
    return "\n".join([*lines, "</urlset>", ""])


_URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'


def _schema(site: Site, url: str, language: str, title: str, description: str, picture: str) -> str:
    """JSON-LD with the same ids as that of the index, so that site and organization are the same things there and here.

    `<` is escaped: nothing in a text ends the element."""
    home = f"{site.base_url}/"
    graph: list[dict[str, Any]] = [
        {"@type": "WebSite", "@id": f"{home}#site", "url": home, "name": site.name},
        {"@type": "Organization", "@id": f"{home}#organization", "url": home, "name": site.name},
        {
            "@type": "WebPage",
            "@id": f"{url}#page",
            "url": url,
            "name": title,
            "description": description,
            "inLanguage": language,
            "isPartOf": {"@id": f"{home}#site"},
            "publisher": {"@id": f"{home}#organization"},
            "primaryImageOfPage": {"@type": "ImageObject", "url": picture},
        },
    ]
    document = json.dumps({"@context": "https://schema.org", "@graph": graph}, ensure_ascii=False)
    return document.replace("<", r"\u003c")
