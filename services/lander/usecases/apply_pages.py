"""Applying page documents from files: all of them in one transaction, or none."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shared.kit.core import Refusal
from shared.sites import Site

from lander.domain.document import PageDocument
from lander.domain.marketing_action import Marketer
from lander.domain.publication import state_of
from lander.storage import LanderUnit
from lander.usecases.change_page import add_version, locked_page, put_live


@dataclass(frozen=True)
class AppliedPage:
    """What was done with one page. `before` is its newest version until then, None for a new page; a page that was the
    same has no new version."""

    slug: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any]
    version: int
    is_published: bool

    @property
    def is_changed(self) -> bool:
        return self.before != self.after


class PageRefused(Exception):
    """A page cannot be applied; nothing was."""

    def __init__(self, slug: str, code: str) -> None:
        self.slug, self.code = slug, code
        super().__init__(f"{slug}: {code}")


def apply_pages(
    uow: LanderUnit,
    marketer: Marketer,
    site: Site,
    documents: Mapping[str, PageDocument],
    *,
    publish: bool,
    is_trial: bool = False,
) -> list[AppliedPage]:
    """Save a version of each page whose document differs from its newest version, and with `publish` let it be live.

    A trial does the same and rolls back. Applied a second time nothing changes. Rows are locked in the order of their
    slugs, so that two of these wait for each other instead of deadlocking. Raises PageRefused.
    """
    applied = []
    with uow:
        for slug in sorted(documents):
            try:
                applied.append(_apply(uow, marketer, site, slug, documents[slug], publish=publish))
            except Refusal as refusal:
                raise PageRefused(slug, refusal.code) from refusal
        if not is_trial:
            uow.commit()
    return applied


def _apply(
    uow: LanderUnit, marketer: Marketer, site: Site, slug: str, document: PageDocument, *, publish: bool
) -> AppliedPage:
    page_id = locked_page(uow, marketer, slug, make=True)
    newest = next(iter(uow.pages.versions(page_id)), None)
    before = PageDocument.model_validate(newest.document).stored() if newest else None
    version, after = (newest.number if newest else 0), document.stored()
    if before != after:
        version += 1
        add_version(uow, marketer, page_id, slug, version, document)
    is_published = publish and not _is_published(uow, page_id, version)
    if is_published:
        put_live(uow, marketer, site, page_id, slug, version)
    return AppliedPage(slug, before, after, version, is_published)


def _is_published(uow: LanderUnit, page_id: int, version: int) -> bool:
    """Whether the version is live, or waits for a second person."""
    publications, now = uow.pages.publications(page_id), uow.pages.time()
    _, live = state_of(publications, now)
    return live == version or any(
        each.version == version and (each.is_waiting or each.starts_at > now) for each in publications
    )
