from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import and_, func, select, update
from sqlalchemy.dialects.postgresql import distinct_on, insert
from sqlalchemy.orm import Session

from lander.domain.publication import Publication
from lander.storage.tables import ArmRow, ExperimentRow, PageDraftRow, PageRow, PageVersionRow, PublicationRow

# A publication that has been approved and not withdrawn, and has begun.
IS_IN_FORCE = and_(
    PublicationRow.approved_at.is_not(None),
    PublicationRow.withdrawn_at.is_(None),
    PublicationRow.starts_at <= func.now(),
)


@dataclass(frozen=True)
class StoredVersion:
    number: int
    document: Mapping[str, Any]
    made_at: datetime


@dataclass(frozen=True)
class StoredPage:
    """A page in force: its live version and the arms of its running experiment, as (id, version, weight)."""

    site: str
    slug: str
    version: int
    documents: Mapping[int, Mapping[str, Any]]
    arms: Sequence[tuple[int, int, float]]


class PageRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def lock(self, site: str, slug: str, *, make: bool = False) -> int | None:
        """Lock the row of a page and return its id; None if there is none. `make` inserts it first."""
        if make:
            self._session.execute(insert(PageRow).values(site=site, slug=slug).on_conflict_do_nothing())
        named = select(PageRow.id).where(PageRow.site == site, PageRow.slug == slug)
        return self._session.scalars(named.with_for_update()).one_or_none()

    def time(self) -> datetime:
        """The time of the database now, read after `lock`.

        The transaction's own time is that of its beginning. A marketer who waited for the row of a page would get an
        earlier time than the one who had it, and the publication that was made last would not be the one in force.
        """
        found: datetime = self._session.execute(select(func.clock_timestamp())).scalar_one()
        return found

    def find(self, site: str, slug: str) -> int | None:
        return self._session.scalars(select(PageRow.id).where(PageRow.site == site, PageRow.slug == slug)).one_or_none()

    def all_of(self, site: str) -> Sequence[tuple[int, str]]:
        """Ids and slugs of the pages of a site, newest first."""
        rows = self._session.execute(select(PageRow.id, PageRow.slug).where(PageRow.site == site).order_by(-PageRow.id))
        return [(row.id, row.slug) for row in rows]

    def versions(self, page_id: int) -> Sequence[StoredVersion]:
        """All versions of a page, newest first."""
        of_page = select(PageVersionRow).where(PageVersionRow.page_id == page_id).order_by(-PageVersionRow.number)
        return [StoredVersion(row.number, row.document, row.made_at) for row in self._session.scalars(of_page)]

    def add_version(self, page_id: int, number: int, document: Mapping[str, Any]) -> None:
        self._session.add(PageVersionRow(page_id=page_id, number=number, document=dict(document)))

    def keep_draft(self, draft_id: UUID, site: str, document: Mapping[str, Any]) -> None:
        """Store what is being written, in place of its earlier state; the draft of another site stays as it is."""
        kept = insert(PageDraftRow).values(id=draft_id, site=site, document=dict(document))
        changed = {"document": kept.excluded.document, "kept_at": func.now()}
        self._session.execute(
            kept.on_conflict_do_update(index_elements=["id"], set_=changed, where=PageDraftRow.site == site)
        )

    def draft(self, draft_id: UUID, site: str) -> Mapping[str, Any] | None:
        query = select(PageDraftRow.document).where(PageDraftRow.id == draft_id, PageDraftRow.site == site)
        return self._session.scalars(query).one_or_none()

    def publications(self, page_id: int) -> Sequence[Publication]:
        """All publications of a page, newest first."""
        rows = select(PublicationRow).where(PublicationRow.page_id == page_id).order_by(-PublicationRow.id)
        return [
            Publication(row.id, row.version, row.starts_at, row.asked_by, row.approved_at, row.withdrawn_at)
            for row in self._session.scalars(rows)
        ]

    def publish(
        self, page_id: int, version: int | None, starts_at: datetime | None, by: UUID, *, approved: bool
    ) -> None:
        """Insert a publication of a locked page; without `starts_at` it begins now (`time`)."""
        values = {"page_id": page_id, "version": version, "asked_by": by, "starts_at": starts_at or self.time()}
        self._session.execute(insert(PublicationRow).values(**values, approved_at=func.now() if approved else None))

    def approve(self, publication_id: int) -> None:
        """Approve a publication of a locked page. It begins now at the earliest, so that it replaces what went live
        while it waited."""
        begins = func.greatest(PublicationRow.starts_at, func.clock_timestamp())
        self._set(publication_id, approved_at=func.now(), starts_at=begins)

    def withdraw(self, publication_id: int) -> None:
        self._set(publication_id, withdrawn_at=func.now())

    def in_force(self) -> Sequence[StoredPage]:
        """The live pages of all sites."""
        latest = (
            select(PublicationRow.page_id, PublicationRow.version)
            .where(IS_IN_FORCE)
            .ext(distinct_on(PublicationRow.page_id))
            .order_by(PublicationRow.page_id, PublicationRow.starts_at.desc(), PublicationRow.id.desc())
            .subquery()
        )
        live = select(PageRow.id, PageRow.site, PageRow.slug, latest.c.version).join(
            latest, latest.c.page_id == PageRow.id
        )
        rows = self._session.execute(live.where(latest.c.version.is_not(None))).all()
        arms = self._drawn_arms()
        return [
            StoredPage(
                row.site, row.slug, row.version, self._documents(row.id, row.version, arms), arms.get(row.id, [])
            )
            for row in rows
        ]

    def _drawn_arms(self) -> dict[int, list[tuple[int, int, float]]]:
        rows = self._session.execute(
            select(ExperimentRow.page_id, ArmRow.id, ArmRow.version, ArmRow.weight)
            .join(ArmRow, ArmRow.experiment_id == ExperimentRow.id)
            .where(ExperimentRow.ended_at.is_(None), ExperimentRow.paused_at.is_(None))
            .order_by(ArmRow.id)
        )
        found: dict[int, list[tuple[int, int, float]]] = {}
        for row in rows:
            found.setdefault(row.page_id, []).append((row.id, row.version, row.weight))
        return found

    def _documents(
        self, page_id: int, version: int, arms: Mapping[int, Sequence[tuple[int, int, float]]]
    ) -> dict[int, Mapping[str, Any]]:
        wanted = {version, *(each for _, each, _ in arms.get(page_id, []))}
        rows = select(PageVersionRow).where(PageVersionRow.page_id == page_id, PageVersionRow.number.in_(wanted))
        return {row.number: row.document for row in self._session.scalars(rows)}

    def _set(self, publication_id: int, **values: Any) -> None:
        self._session.execute(update(PublicationRow).where(PublicationRow.id == publication_id).values(**values))
