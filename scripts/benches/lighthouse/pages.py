"""The pages that are audited, with the target of each figure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import httpx
from demo.logins import DEMO_PASSWORD, logins
from demo.people import DemoPerson
from lander.domain.document import PageDocument
from lander.domain.marketing_action import Marketer
from lander.domain.scene import OF_MEMBER, OF_SITE, Scene
from lander.storage import LanderUnit
from lander.usecases.change_page import publish_version, save_version
from runner.throwaway import Product
from shared.kit.db import Database
from shared.languages import LOCALES
from shared.sites import SiteDirectory

SITE = "pairwise"
# Signed, and of nobody: the desk's list of changes names a member.
MARKETER = Marketer(UUID(int=1), SITE)
NEW_PAGE = "lighthouse"
# The pages of a member are not for search engines, and say so (decision 63).
NOT_LISTED = ["is-crawlable"]
FIGURES = ("performance", "accessibility", "best-practices", "seo", "paint_ms", "blocking_ms")
WITHOUT_SEO = {"accessibility": 100, "best-practices": 100}
SCORES = {**WITHOUT_SEO, "seo": 100}
LIGHT = {"paint_ms": 1800, "blocking_ms": 100}
TARGETS: Mapping[str, Mapping[str, int]] = {
    "lander": {"performance": 98, **SCORES, **LIGHT, "script_bytes": 8_192, "all_bytes": 200_000},
    "page": {"performance": 98, **SCORES, **LIGHT},
    "form": {"performance": 95, **SCORES, **LIGHT},
    "screen": {"performance": 90, **WITHOUT_SEO},
}
PAGES = {"page": ("", "pages/terms", "pages/privacy"), "form": ("signup", "login", "pricing")}
SCREENS = ("members", "likes", "swipe-game", "chats", "credits", "settings", "notifications", "members/{id}")


@dataclass(frozen=True)
class Page:
    """A page of a kind. `cookie` logs a member in; `skipped` audits are false by intention."""

    kind: str
    path: str
    cookie: str = ""
    skipped: Sequence[str] = ()

    @property
    def targets(self) -> Mapping[str, int]:
        return TARGETS[self.kind]


def pages(product: Product) -> Iterator[Page]:
    """The landing pages of the product, one of a marketer's, other public pages, and screens of a member."""
    anna, other = logins()
    yield from (Page("lander", f"/en/landers/{scene}") for scene in OF_SITE)
    yield Page("lander", f"/en/landers/{_new_page(product)}")
    yield from (Page("lander", f"/members/{other.id}/{part}?lang=en", "", NOT_LISTED) for part in OF_MEMBER.values())
    for kind, paths in PAGES.items():
        yield from (Page(kind, f"/en/{path}") for path in paths)
    cookie = _session(product, anna)
    yield from (Page("screen", f"/en/{path.format(id=other.id)}", cookie) for path in SCREENS)


def _session(product: Product, member: DemoPerson) -> str:
    """The cookies of a browser that this member has logged in with."""
    with httpx.Client(base_url=product.base_url, headers={"X-Request-Type": "app"}, timeout=30) as client:
        body = {"email": member.email, "password": DEMO_PASSWORD}
        client.post("/api/user.php", json=body).raise_for_status()
        return "; ".join(f"{name}={value}" for name, value in {**client.cookies, "locale": "en"}.items())


def _new_page(product: Product) -> str:
    """Publish a page as a marketer does, with a block of each kind, in every language. Returns its slug."""
    words = {"title": "Spring is here", "accent": "come outside.", "text": "Meet people near you."}
    points = [{"title": "Near", "text": "People of your own town."}, {"title": "Kind", "text": "A first line is easy."}]
    questions = [{"question": "What does it cost?", "answer": "The first messages are free."}]
    blocks = [("points", points), ("questions", questions), ("call", "Who is near you tonight?")]
    document = PageDocument.model_validate(
        {
            "scene": Scene.GALLERY,
            "words": dict.fromkeys(LOCALES, words),
            "blocks": [{"kind": kind, "words": dict.fromkeys(LOCALES, text)} for kind, text in blocks],
        }
    )
    database = Database(product.instance.database_url("lander"), pool_size=1)
    with LanderUnit(database).reading() as uow:
        page_id = uow.pages.find(SITE, NEW_PAGE)
        base = uow.pages.versions(page_id)[0].number if page_id else 0
    version = save_version(LanderUnit(database), MARKETER, NEW_PAGE, base, document)
    publish_version(LanderUnit(database), MARKETER, SiteDirectory().get(SITE), NEW_PAGE, version, None)
    database.engine.dispose()
    return NEW_PAGE
