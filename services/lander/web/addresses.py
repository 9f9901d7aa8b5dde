"""Parsing the URL of a landing page, and the URLs it links to. They carry the campaign, and no id of the visitor."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from shared.kit.web.strict_json import is_clean
from shared.languages import localized_path

from lander.domain.view import LONGEST_PATH, LONGEST_SOURCE, SOURCES, page_of

# Names that advertising tools give to network, ref and sub1 to sub3.
UTM = {"network": "utm_source", "ref": "utm_campaign", "sub2": "utm_medium", "sub3": "utm_content"}


@dataclass(frozen=True)
class Address:
    """A requested page: its path, its campaign, and whether it was counted already (a reload, another language)."""

    path: str
    campaign: Mapping[str, str] = field(default_factory=dict)
    is_counted: bool = False

    @property
    def page(self) -> str:
        return page_of(self.path)


def address_of(path: str, query: Mapping[str, str]) -> Address:
    """Read the address. Ad networks add parameters to every URL, so unknown ones are ignored."""
    given = {name: (query.get(name) or query.get(UTM.get(name, ""), ""))[:LONGEST_SOURCE] for name in SOURCES}
    campaign = {name: value for name, value in given.items() if value and is_clean(value)}
    return Address(path[:LONGEST_PATH], campaign, is_counted="v" in query)


def signup_address(locale: str, address: Address) -> str:
    """The sign-up, which passes the page and the campaign on."""
    arrival = {"page": address.page, "v": "0.0"}
    return f"{localized_path(locale, '/signup')}?{urlencode(arrival | dict(address.campaign))}"


def language_address(locale: str, address: Address) -> str:
    """The same page in another language, which is not counted again."""
    return f"{address.path}?{urlencode({'lang': locale, 'v': '0.0', **address.campaign})}"
