"""Smart links: the address that visitors follow, and their screen at the marketing desk."""

import random
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlencode

from flask import Blueprint, Response, request
from pydantic import Field, model_validator
from shared.kit.http import ADDRESS_HEADER, Input, Nothing, Output, device_class, endpoint, locale
from shared.languages import Locale
from shared.sites.visitor_country import country_of

from lander.domain.smart_link import LONGEST_LINK, MOST_TARGETS, LinkTarget, LinkVisitor, SmartLink
from lander.domain.suspicion import is_program
from lander.errors import PageUnknown
from lander.usecases.change_link import add_link, change_link, remove_link
from lander.web.addresses import UTM, page_path
from lander.web.context import current_marketer, current_site, wiring
from lander.web.network_models import Name
from lander.web.rendering import render_unknown

links = Blueprint("links", __name__)

_draw = random.SystemRandom()
# A view that was counted elsewhere is not this one, and the link names itself.
OWN_PARAMETERS = frozenset({"v", "link"})

LinkName = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=LONGEST_LINK)]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$")]
Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
Hour = Annotated[int, Field(ge=0, le=23)]


class TargetIn(Input):
    """A page and the visitors it is for; an empty rule fits everybody."""

    page: Slug
    weight: int = Field(1, ge=1, le=1000)
    countries: list[Country] = Field([], max_length=60)
    devices: list[Literal["phone", "tablet", "desktop"]] = Field([], max_length=3)
    languages: list[Locale] = Field([], max_length=20)
    first_hour: Hour | None = Field(None, description="Of the day in UTC, included")
    until_hour: Hour | None = Field(None, description="Not included; before `first_hour` it is that of the next day")
    is_paused: bool = False

    @model_validator(mode="after")
    def _has_both_hours(self) -> Self:
        if (self.first_hour is None) != (self.until_hour is None) or (
            self.first_hour is not None and self.first_hour == self.until_hour
        ):
            raise ValueError("two different hours, or none")
        return self

    def target(self) -> LinkTarget:
        rules: dict[str, list[Any]]
        rules = {"countries": self.countries, "devices": self.devices, "languages": self.languages}
        unique: dict[str, Any] = {name: tuple(dict.fromkeys(values)) for name, values in rules.items()}
        return LinkTarget(**self.model_dump() | unique)


class LinkIn(Input):
    name: LinkName
    fallback: Slug = Field(description="The page of visitors without a target, or with a paused one")
    targets: list[TargetIn] = Field(max_length=MOST_TARGETS)
    network: Name | None = Field(None, description="Named for visitors whose address names none")

    def link(self) -> SmartLink:
        return SmartLink(self.name, self.fallback, tuple(each.target() for each in self.targets), self.network or "")


class LinkId(Input):
    name: LinkName


class TargetOut(Output):
    page: str
    weight: int
    countries: list[str]
    devices: list[str]
    languages: list[str]
    first_hour: int | None
    until_hour: int | None
    is_paused: bool
    is_live: bool = Field(description="Otherwise its visitors get the fallback")


class LinkOut(Output):
    name: str
    fallback: str
    has_fallback: bool = Field(description="Whether the fallback is live; without it the address is unknown")
    targets: list[TargetOut]
    network: str


class LinksAnswer(Output):
    links: list[LinkOut]
    pages: list[str] = Field(description="Live pages that a link may lead to")
    languages: list[str] = Field(description="Those of the site")


@links.get("/go/<name>")
def get_link(name: str) -> Response:
    """Lead to a page of the site, with all parameters of the address. Nothing is counted: the page counts its view."""
    site = current_site()
    link = wiring().catalogue.link(site.key, name)
    if link is None:
        raise PageUnknown()
    headers = request.headers
    visitor = LinkVisitor(
        country_of(headers.get(ADDRESS_HEADER, ""), site) or "", device_class(), locale(), datetime.now(UTC).hour
    )
    # Search engines and previews of a shared link see one page, not a lottery.
    is_visitor = not is_program(headers.get("User-Agent", ""))
    page = link.drawn(visitor, _is_live, _draw) if is_visitor else link.default(_is_live)
    if page is None:
        raise PageUnknown()
    named = [(key, value) for key, value in request.args.items(multi=True) if key not in OWN_PARAMETERS]
    if link.network and not (request.args.get("network") or request.args.get(UTM["network"])):
        named = [pair for pair in named if pair[0] != "network"] + [("network", link.network)]
    query = urlencode([*named, ("link", name)])
    response = Response(status=302, headers={"Location": f"{page_path(page)}?{query}"})
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


@links.get("/go/")
@links.get("/go/<path:rest>")
def get_unknown_link(rest: str = "") -> Response:
    raise PageUnknown()


@links.errorhandler(PageUnknown)
def answer_unknown_link(_: PageUnknown) -> Response:
    return render_unknown()


@links.get("/api/marketing-links.php")
@endpoint()
def get_marketing_links() -> LinksAnswer:
    """The smart links of this site, and the pages they may lead to."""
    site = current_marketer().site
    with wiring().unit_of_work().reading() as uow:
        found = uow.links.of_site(site)
    pages = [page.slug for page in wiring().catalogue.live(site) if not page.shows_member]
    return LinksAnswer(
        links=[_out(link, set(pages)) for link in found], pages=pages, languages=list(current_site().locales)
    )


@links.post("/api/marketing-links.php")
@endpoint(status=201)
def post_marketing_link(body: LinkIn) -> Nothing:
    """Make a smart link."""
    add_link(wiring().unit_of_work(), current_marketer(), body.link(), _is_live)
    wiring().catalogue.forget()
    return Nothing()


@links.put("/api/marketing-links.php")
@endpoint()
def put_marketing_link(body: LinkIn) -> Nothing:
    """Replace where a smart link leads."""
    change_link(wiring().unit_of_work(), current_marketer(), body.link(), _is_live)
    wiring().catalogue.forget()
    return Nothing()


@links.delete("/api/marketing-links.php")
@endpoint()
def delete_marketing_link(body: LinkId) -> Nothing:
    """End a smart link."""
    remove_link(wiring().unit_of_work(), current_marketer(), body.name)
    wiring().catalogue.forget()
    return Nothing()


def _is_live(slug: str) -> bool:
    page = wiring().catalogue.page(current_site().key, slug)
    return page is not None and not page.shows_member


def _out(link: SmartLink, live: set[str]) -> LinkOut:
    targets = [TargetOut(**vars(each), is_live=each.page in live) for each in link.targets]
    return LinkOut(
        name=link.name,
        fallback=link.fallback,
        has_fallback=link.fallback in live,
        targets=targets,
        network=link.network,
    )
