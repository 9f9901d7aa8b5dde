"""The networks, smart links, live pages and their pictures of each site, in memory: counting a view, following a link
and drawing a page look nothing up."""

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from threading import Lock

from pydantic import ValidationError
from shared.kit.core import logger
from sqlalchemy.exc import SQLAlchemyError

from lander.domain.document import PageDocument
from lander.domain.page import BUILT_IN, Arm, LivePage
from lander.domain.picture import Picture
from lander.domain.smart_link import SmartLink
from lander.storage import LanderUnit
from lander.storage.pages import StoredPage

REFRESHED_AFTER_SECONDS = 5.0
# For a picture that is asked for and not known: a page of another process may be newer.
MISSED_AFTER_SECONDS = 0.5


class Catalogue:
    """Read again by the first call after five seconds; the others go on with the cached one."""

    def __init__(self, unit_of_work: Callable[[], LanderUnit], clock: Callable[[], float] = time.monotonic) -> None:
        self._unit_of_work, self._clock = unit_of_work, clock
        self._networks: Mapping[str, Collection[str]] = {}
        self._pages: Mapping[tuple[str, str], LivePage] = {}
        self._pictures: Mapping[tuple[str, str], Picture] = {}
        self._links: Mapping[tuple[str, str], SmartLink] = {}
        self._refresh_at = float("-inf")
        self._read_at = float("-inf")
        self._refreshing = Lock()

    def networks(self, site: str) -> Collection[str]:
        """The names of the networks this site works with."""
        self._refresh()
        return self._networks.get(site, ())

    def page(self, site: str, slug: str) -> LivePage | None:
        """The live page of this slug; the product's own of a scene's name unless the site has published another."""
        self._refresh()
        return self._pages.get((site, slug)) or BUILT_IN.get(slug)

    def links(self, site: str) -> Collection[str]:
        """The names of this site's smart links."""
        self._refresh()
        return {name for key, name in self._links if key == site}

    def link(self, site: str, name: str) -> SmartLink | None:
        """The smart link of this name."""
        self._refresh()
        return self._links.get((site, name))

    def listed(self, site: str) -> Sequence[LivePage]:
        """The live pages of this site that search engines list: neither those of members nor unlisted ones."""
        return [page for page in self.live(site) if page.is_listed]

    def live(self, site: str) -> Sequence[LivePage]:
        """The live pages of this site by slug, the product's own included."""
        self._refresh()
        own = {slug: page for (key, slug), page in self._pages.items() if key == site}
        pages = {**BUILT_IN, **own}
        return [pages[slug] for slug in sorted(pages)]

    def pictures(self, site: str) -> Mapping[str, Picture]:
        """The pictures on live pages of this site, by hash."""
        self._refresh()
        return {hashed: picture for (key, hashed), picture in self._pictures.items() if key == site}

    def has_picture(self, site: str, hashed: str) -> bool:
        """Whether a live page of this site shows the picture; one that another process drew meanwhile counts."""
        self._refresh()
        if (site, hashed) not in self._pictures:
            self._refresh_at = min(self._refresh_at, self._read_at + MISSED_AFTER_SECONDS)
            self._refresh()
        return (site, hashed) in self._pictures

    def forget(self) -> None:
        """Read again at the next call: something was changed here."""
        self._refresh_at = float("-inf")

    def _refresh(self) -> None:
        if self._clock() < self._refresh_at or not self._refreshing.acquire(blocking=self._refresh_at < 0):
            return
        try:
            if self._clock() >= self._refresh_at:
                self._read()
        except SQLAlchemyError as error:
            # Pages are drawn without the database: from what was read last, or else the product's own.
            logger().warning("catalogue_not_read", problem=type(error).__name__)
        finally:
            self._read_at = self._clock()
            self._refresh_at = self._read_at + REFRESHED_AFTER_SECONDS
            self._refreshing.release()

    def _read(self) -> None:
        networks: defaultdict[str, set[str]] = defaultdict(set)
        with self._unit_of_work().reading() as uow:
            for site, name in uow.networks.all():
                networks[site].add(name)
            pages = {(page.site, page.slug): live for page in uow.pages.in_force() if (live := _live(page))}
            shown = {(site, hashed) for (site, _), page in pages.items() for hashed in page.hashes()}
            pictures, links = uow.pictures.of_sites(shown), uow.links.all()
        self._networks, self._pages, self._pictures, self._links = networks, pages, pictures, links


def _live(page: StoredPage) -> LivePage | None:
    """The page as it is served; None, with an error in the log, if its document is not understood any more."""
    try:
        documents = {number: PageDocument.model_validate(document) for number, document in page.documents.items()}
    except ValidationError:
        logger().error("page_not_understood", site=page.site, slug=page.slug)
        return None
    return LivePage(page.slug, documents, page.version, tuple(Arm(*arm) for arm in page.arms))
