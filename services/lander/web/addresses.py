"""Parsing the URL of a landing page, and the URLs it links to. They carry the campaign, and no id of the visitor."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from shared.kit.http import is_clean
from shared.languages import localized_path

from lander.domain.page import Arm
from lander.domain.smart_link import is_link_name
from lander.domain.view import LONGEST_PATH, LONGEST_SOURCE, SOURCES

# A discount code in the address goes along to the sign-up, and from there to the prices. It is no part of the campaign.
CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{2,39}")
# Names that advertising tools give to network, ref and sub2 to sub4.
UTM = {"network": "utm_source", "ref": "utm_campaign", "sub2": "utm_medium", "sub3": "utm_content", "sub4": "utm_term"}


# A page of the site or of a member, with or without its language.
PAGE = re.compile(
    r"(?:/[a-z]{2})?(/landers/[a-z0-9-]+(?:/[a-z0-9-]+)?|/members/[0-9a-f-]{36}/landing(?:[23](?:/[a-z0-9-]+)?)?)"
)
SEEN = re.compile(r"(\d{1,15})\.(\d{1,15})")
NOT_DRAWN = (0, 0)


@dataclass(frozen=True)
class Address:
    """A requested page: its path, its campaign, and the version and arm it was counted with (a reload, another
    language); None for a view that is to be counted."""

    path: str
    campaign: Mapping[str, str] = field(default_factory=dict)
    seen: tuple[int, int] | None = None
    code: str = ""
    # The smart link that led here, as the address names it.
    link: str = ""

    @property
    def carried(self) -> Mapping[str, str]:
        """What every link of the page passes on."""
        named = {"code": self.code, "link": self.link}
        return {**self.campaign, **{name: value for name, value in named.items() if value}}


def address_of(path: str, query: Mapping[str, str]) -> Address:
    """Read the address. Ad networks add parameters to every URL, so unknown ones are ignored."""
    given = {name: (query.get(name) or query.get(UTM.get(name, ""), ""))[:LONGEST_SOURCE] for name in SOURCES}
    campaign = {name: value for name, value in given.items() if value and is_clean(value)}
    code = query.get("code", "")
    link = query.get("link", "")
    return Address(
        path[:LONGEST_PATH],
        campaign,
        _seen(query.get("v")),
        code if CODE.fullmatch(code) else "",
        link if is_link_name(link) else "",
    )


def signup_address(locale: str, address: Address, page: str, arm: Arm) -> str:
    """The sign-up, which passes the page, its version and arm, and the campaign on."""
    arrival = {"page": page, "v": f"{arm.version}.{arm.id}"}
    return f"{localized_path(locale, '/signup')}?{urlencode(arrival | dict(address.carried))}"


def language_address(locale: str, address: Address, arm: Arm) -> str:
    """The same page in another language, which is not counted again. That of a preview is a parameter."""
    kept = {"v": f"{arm.version}.{arm.id}", **address.carried}
    if found := PAGE.fullmatch(address.path):
        return f"/{locale}{found[1]}?{urlencode(kept)}"
    return f"?{urlencode({'lang': locale, **kept})}"


def page_path(slug: str) -> str:
    """The one path of a page of the site, below the language: in its canonical link and in the sitemap."""
    return f"/landers/{slug}"


def member_path(path: str, slug: str) -> str:
    """The one path of a member's page, below the language: without the slug that the layout has by itself."""
    found = PAGE.fullmatch(path)
    return found[1].removesuffix(f"/{slug}") if found else ""


def _seen(value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    found = SEEN.fullmatch(value)
    return (int(found[1]), int(found[2])) if found else NOT_DRAWN
