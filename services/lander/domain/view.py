"""A view of a page: counted, without an id of the visitor."""

import re
from dataclasses import dataclass

from lander.domain.scene import BY_MEMBER_PATH, NICHES
from lander.domain.suspicion import Suspicion

LONGEST_PATH = 300
LONGEST_SOURCE = 200
# The parameters a campaign names itself by. `lb` asked for bounces to be measured; now they are always.
SOURCES = ("network", "ref", "sub1", "sub2", "sub3", "sub4", "sub5", "lb")
# Screens of the app are one page: only landing pages are compared.
APP = "app"
# A network that is not one of the site's. Its name could be an id of the visitor, so it is not stored.
OTHER = "other"

LANDING = re.compile(r"^(?:/[a-z]{2})?/landers/(?:([a-z0-9]+)/)?([a-z0-9-]{1,40})$")
MEMBER_LANDING = re.compile(r"^(?:/[a-z]{2})?/members/[^/]+/(landing|landing2|landing3)(?:/([a-z0-9-]{1,40}))?$")


@dataclass(frozen=True)
class View:
    """One view of `page` in the counters of a site and a day. `version` and `arm` are 0 for a page without them."""

    site: str
    page: str
    version: int
    arm: int
    network: str
    locale: str
    suspicion: Suspicion | None = None
    # ISO 3166-1 alpha-2 of the registry of the visitor's network, and phone, tablet or desktop; empty when unknown.
    country: str = ""
    device: str = ""
    # The smart link of the site that led to the page; empty without one.
    link: str = ""


def slug_of(path: str) -> str:
    """The slug of the landing page at this path, or `app` for every screen of the app and for anything else."""
    if found := LANDING.match(path):
        scene, slug = found[1], found[2]
        return scene if scene and slug in NICHES else slug
    if found := MEMBER_LANDING.match(path):
        slug = found[2]
        return slug if slug and slug not in NICHES else BY_MEMBER_PATH[found[1]].value
    return APP
