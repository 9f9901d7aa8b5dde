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

    def add(self, stones: Sequence[Tombstone]) -> list[UUID]:
        """Returns those that were not here yet."""
        rows = [
            {
                "member_id": stone.member_id,
                "site": stone.site,
                "address_hash": stone.address_hash,
                "erased_at": stone.erased_at,
            }
            for stone in stones
        ]
        added = insert(TombstoneRow).values(rows).on_conflict_do_nothing().returning(TombstoneRow.member_id)
        return list(self._session.scalars(added)) if rows else []

    def to_tell_again(self, services: Collection[str], limit: int) -> list[UUID]:
        """Members whose erasure a service has not confirmed for an hour; and once more all of yesterday's, for what was
        under way then. Each is noted as told now."""
        receipts = (
            select(func.count())
            .where(ErasureReceiptRow.member_id == TombstoneRow.member_id, ErasureReceiptRow.service.in_(services))
            .scalar_subquery()
        )
        unheard = and_(receipts < len(services), TombstoneRow.told_at < func.now() - timedelta(hours=1))
        once_more = and_(TombstoneRow.times_told == 1, TombstoneRow.erased_at < func.now() - timedelta(days=1))
        return self._tell(
            select(TombstoneRow.member_id)
            .where(or_(unheard, once_more), TombstoneRow.erased_at > func.now() - timedelta(days=90))
            .order_by(TombstoneRow.told_at)
            .limit(limit)
        )

    def younger_than(self, age: timedelta) -> list[UUID]:
        """All members erased since then; each is noted as told now."""
        return self._tell(select(TombstoneRow.member_id).where(TombstoneRow.erased_at > func.now() - age))

    def receive(self, member_id: UUID, service: str, rows: int) -> None:
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

    def _tell(self, which: Select[UUID]) -> list[UUID]:
        chosen = which.with_for_update(of=TombstoneRow, skip_locked=True)
        told = (
            update(TombstoneRow)
            .where(TombstoneRow.member_id.in_(chosen))
            .values(told_at=func.now(), times_told=TombstoneRow.times_told + 1)
        )
        return list(self._session.scalars(told.returning(TombstoneRow.member_id)))
