from collections.abc import Collection
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.domain.segment import Segment, SegmentConditions
from notifications.storage.campaign_tables import OriginRow, SegmentRow


class SegmentRepository:
    """Saved segments, and the networks of members that they ask for."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, segment_id: UUID, site: str, name: str, conditions: SegmentConditions) -> bool:
        """False if there is a segment with this id."""
        values = {"id": segment_id, "site": site, "name": name, "conditions": _stored(conditions)}
        added = insert(SegmentRow).values(values).on_conflict_do_nothing()
        return self._session.execute(added.returning(SegmentRow.id)).first() is not None

    def of_site(self, site: str) -> list[Segment]:
        """The newest first."""
        rows = select(SegmentRow).where(SegmentRow.site == site).order_by(SegmentRow.created_at.desc(), SegmentRow.id)
        return [_segment(row) for row in self._session.scalars(rows)]

    def count(self, site: str) -> int:
        """The number of segments, which no other transaction adds to until the end of this one."""
        self._session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"segments:{site}", 0))))
        return self._session.scalar(select(func.count()).where(SegmentRow.site == site)) or 0

    def find(self, site: str, segment_id: UUID) -> Segment | None:
        row = self._session.scalar(select(SegmentRow).where(SegmentRow.id == segment_id, SegmentRow.site == site))
        return _segment(row) if row else None

    def lock(self, site: str, segment_id: UUID) -> Segment | None:
        """The segment, locked until the end of the transaction."""
        locked = select(SegmentRow).where(SegmentRow.id == segment_id, SegmentRow.site == site).with_for_update()
        row = self._session.scalars(locked.execution_options(populate_existing=True)).one_or_none()
        return _segment(row) if row else None

    def change(self, segment_id: UUID, name: str, conditions: SegmentConditions) -> None:
        changed = {"name": name, "conditions": _stored(conditions), "version": SegmentRow.version + 1}
        self._session.execute(update(SegmentRow).where(SegmentRow.id == segment_id).values(**changed))

    def remove(self, segment_id: UUID) -> None:
        self._session.execute(delete(SegmentRow).where(SegmentRow.id == segment_id))

    def keep_network(self, member_id: UUID, network: str) -> None:
        """Keep the network of a sign-up, unless the consent was taken back meanwhile."""
        self._session.execute(insert(OriginRow).values(member_id=member_id, network=network).on_conflict_do_nothing())

    def forget_network(self, member_id: UUID) -> None:
        """Delete the network; the row that is left keeps out a sign-up that arrives later."""
        blank, key = insert(OriginRow).values(member_id=member_id, network=None), [OriginRow.member_id]
        self._session.execute(blank.on_conflict_do_update(index_elements=key, set_={"network": None}))

    def of_networks(self, member_ids: Collection[UUID], networks: Collection[str]) -> set[UUID]:
        """Those of these members who came by one of the networks."""
        found = select(OriginRow.member_id).where(OriginRow.member_id.in_(member_ids), OriginRow.network.in_(networks))
        return set(self._session.scalars(found))


def _stored(conditions: SegmentConditions) -> dict[str, object]:
    return conditions.model_dump(exclude_defaults=True)


def _segment(row: SegmentRow) -> Segment:
    conditions = SegmentConditions.model_validate(row.conditions)
    return Segment(row.id, row.site, row.name, conditions, row.version, row.created_at)
