"""Changes of a page at the marketing desk. Each locks the page's row: two marketers are served one after another."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from shared.sites import Site

from lander.domain.document import PageDocument
from lander.domain.marketing_action import Marketer, MarketingAction
from lander.domain.page import is_free
from lander.domain.publication import PageState, Publication, problems, state_of
from lander.errors import (
    ExperimentRuns,
    PageChanged,
    PageNotReady,
    PageRetired,
    PageUnknown,
    PublicationTimeWrong,
    SecondMarketerNeeded,
    SlugNotFree,
)
from lander.storage import LanderUnit

# A publication further ahead is a slip of the year.
LATEST = timedelta(days=90)


def save_version(uow: LanderUnit, marketer: Marketer, slug: str, base: int, document: PageDocument) -> int:
    """Store the next version of a page, which is not live by that, and return its number.

    `base` is the newest version the marketer has seen, 0 for a new page. Raises PageChanged when it is not the newest
    any more, and SlugNotFree.
    """
    if not is_free(slug, document.scene):
        raise SlugNotFree(field="slug")
    with uow:
        page_id = locked_page(uow, marketer, slug, make=True)
        newest = next((version.number for version in uow.pages.versions(page_id)), 0)
        if newest != base:
            raise PageChanged()
        add_version(uow, marketer, page_id, slug, newest + 1, document)
        uow.commit()
    return newest + 1


def add_version(
    uow: LanderUnit, marketer: Marketer, page_id: int, slug: str, number: int, document: PageDocument
) -> None:
    """Store a version of a locked page, in the caller's transaction."""
    uow.pages.add_version(page_id, number, document.stored())
    _record(uow, marketer, "page.save", slug, version=number)


def publish_version(
    uow: LanderUnit, marketer: Marketer, site: Site, slug: str, version: int, starts_at: datetime | None
) -> None:
    """Let a version be live, from now on or from `starts_at`; an earlier version goes back to it.

    On a site where two people look at a page, it waits for the second one unless this version was approved before.
    Raises PublicationTimeWrong for a time that has passed or is more than 90 days ahead, PageUnknown, PageNotReady and
    ExperimentRuns.
    """
    with uow:
        page_id = locked_page(uow, marketer, slug)
        now = uow.pages.time()
        if starts_at is not None and not now < starts_at <= now + LATEST:
            raise PublicationTimeWrong(field="starts_at")
        put_live(uow, marketer, site, page_id, slug, version, starts_at)
        uow.commit()


def put_live(
    uow: LanderUnit,
    marketer: Marketer,
    site: Site,
    page_id: int,
    slug: str,
    version: int,
    starts_at: datetime | None = None,
) -> None:
    """Publish a version of a locked page, in the caller's transaction. Raises as `publish_version`."""
    document = _document(uow, page_id, version)
    pictures = uow.pictures.of(site.key, document.hashes())
    if found := problems(document, site.locales, uow.now(), pictures):
        raise PageNotReady.at(each.place for each in found)
    _check_no_experiment(uow, page_id)
    was_approved = is_approved(uow.pages.publications(page_id), version)
    approved = site.lander_review == "one" or was_approved
    uow.pages.publish(page_id, version, starts_at, marketer.member_id, approved=approved)
    at = starts_at.isoformat() if starts_at else None
    _record(uow, marketer, "page.publish" if approved else "page.ask", slug, version=version, starts_at=at)


def retire_page(uow: LanderUnit, marketer: Marketer, slug: str) -> None:
    """Take a page away; a scene's name shows the product's own page again. Raises PageUnknown and ExperimentRuns."""
    with uow:
        page_id = locked_page(uow, marketer, slug)
        _check_no_experiment(uow, page_id)
        now = uow.pages.time()
        for each in uow.pages.publications(page_id):
            if each.is_waiting or (each.is_approved and each.starts_at > now):
                uow.pages.withdraw(each.id)
        uow.pages.publish(page_id, None, None, marketer.member_id, approved=True)
        _record(uow, marketer, "page.retire", slug)
        uow.commit()


def approve_publication(uow: LanderUnit, marketer: Marketer, slug: str, publication_id: int) -> None:
    """Let what a colleague asked for be live. Raises PageUnknown, and SecondMarketerNeeded for one's own."""
    with uow:
        page_id = locked_page(uow, marketer, slug)
        found = _publication(uow, page_id, publication_id)
        if found.asked_by == marketer.member_id:
            raise SecondMarketerNeeded()
        if found.is_waiting:
            _check_no_experiment(uow, page_id)
            uow.pages.approve(publication_id)
            _record(uow, marketer, "page.approve", slug, version=found.version)
        uow.commit()


def withdraw_publication(uow: LanderUnit, marketer: Marketer, slug: str, publication_id: int) -> None:
    """Take back a publication that waits, or has not begun. Raises PageUnknown, and PageChanged once it has begun."""
    with uow:
        page_id = locked_page(uow, marketer, slug)
        found = _publication(uow, page_id, publication_id)
        if found.is_approved and found.starts_at <= uow.pages.time():
            raise PageChanged()
        if found.withdrawn_at is None:
            uow.pages.withdraw(publication_id)
            _record(uow, marketer, "page.withdraw", slug, version=found.version)
        uow.commit()


def is_approved(publications: Sequence[Publication], version: int) -> bool:
    return any(each.version == version and each.is_approved for each in publications)


def check_live(uow: LanderUnit, page_id: int) -> None:
    """Raises PageRetired unless the page is live."""
    state, _ = state_of(uow.pages.publications(page_id), uow.pages.time())
    if state is not PageState.LIVE:
        raise PageRetired()


def locked_page(uow: LanderUnit, marketer: Marketer, slug: str, *, make: bool = False) -> int:
    """Lock a page of the marketer's site and return its id. Raises PageUnknown; `make` inserts it first."""
    page_id = uow.pages.lock(marketer.site, slug, make=make)
    if page_id is None:
        raise PageUnknown()
    return page_id


def _document(uow: LanderUnit, page_id: int, version: int) -> PageDocument:
    for each in uow.pages.versions(page_id):
        if each.number == version:
            return PageDocument.model_validate(each.document)
    raise PageUnknown()


def _publication(uow: LanderUnit, page_id: int, publication_id: int) -> Publication:
    for each in uow.pages.publications(page_id):
        if each.id == publication_id:
            return each
    raise PageUnknown()


def _check_no_experiment(uow: LanderUnit, page_id: int) -> None:
    if uow.experiments.is_running(page_id):
        raise ExperimentRuns()


def _record(uow: LanderUnit, marketer: Marketer, action: str, slug: str, **after: Any) -> None:
    given = {name: value for name, value in after.items() if value is not None}
    uow.actions.record(marketer, MarketingAction(action, slug, after=given or None))
