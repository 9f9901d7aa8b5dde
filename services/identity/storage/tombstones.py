from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import Select, and_, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.domain.tombstone import Tombstone
from identity.storage.tables import ErasureReceiptRow, TombstoneRow


class TombstoneRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, tombstones: Sequence[Tombstone]) -> list[UUID]:
        """Store these tombstones. Returns the members whose tombstones were not stored yet."""
        rows = [
            {
                "member_id": tombstone.member_id,
                "site": tombstone.site,
                "address_hash": tombstone.address_hash,
                "erased_at": tombstone.erased_at,
            }
            for tombstone in tombstones
        ]
        added = insert(TombstoneRow).values(rows).on_conflict_do_nothing().returning(TombstoneRow.member_id)
        return list(self._session.scalars(added)) if rows else []

    def mark_unconfirmed(self, services: Collection[str], limit: int) -> list[UUID]:
        """Mark erasures as announced again, and return their members.

        They are those that a service has not confirmed for an hour, and once all of the day before: an event that was
        still on its way may have written something after its member was erased.
        """
        receipts = (
            select(func.count())
            .where(ErasureReceiptRow.member_id == TombstoneRow.member_id, ErasureReceiptRow.service.in_(services))
            .scalar_subquery()
        )
        unconfirmed = and_(receipts < len(services), TombstoneRow.told_at < func.now() - timedelta(hours=1))
        once_more = and_(TombstoneRow.times_told == 1, TombstoneRow.erased_at < func.now() - timedelta(days=1))
        return self._mark_announced(
            select(TombstoneRow.member_id)
            .where(or_(unconfirmed, once_more), TombstoneRow.erased_at > func.now() - timedelta(days=90))
            .order_by(TombstoneRow.told_at)
            .limit(limit)
        )

    def mark_erased_within(self, age: timedelta) -> list[UUID]:
        """Mark all erasures of this age as announced again, and return their members."""
        return self._mark_announced(select(TombstoneRow.member_id).where(TombstoneRow.erased_at > func.now() - age))

    def add_receipt(self, member_id: UUID, service: str, rows: int) -> None:
        """Add a service's confirmation; rows of a repeated erasure are added to the earlier ones."""
        row = insert(ErasureReceiptRow).values(member_id=member_id, service=service, rows=rows)
        self._session.execute(
            row.on_conflict_do_update(
                index_elements=[ErasureReceiptRow.member_id, ErasureReceiptRow.service],
                set_={"rows": ErasureReceiptRow.rows + row.excluded.rows, "last_at": func.now()},
            )
        )

    def receipts(self, member_id: UUID) -> dict[str, tuple[int, datetime]]:
        rows = self._session.scalars(select(ErasureReceiptRow).where(ErasureReceiptRow.member_id == member_id))
        return {row.service: (row.rows, row.last_at) for row in rows}

    def _mark_announced(self, member_ids: Select[UUID]) -> list[UUID]:
        chosen = member_ids.with_for_update(of=TombstoneRow, skip_locked=True)
        marked = (
            update(TombstoneRow)
            .where(TombstoneRow.member_id.in_(chosen))
            .values(told_at=func.now(), times_told=TombstoneRow.times_told + 1)
        )
        return list(self._session.scalars(marked.returning(TombstoneRow.member_id)))
