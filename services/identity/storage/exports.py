from collections.abc import Collection, Iterator, Sequence
from datetime import timedelta
from uuid import UUID

from shared.kit.core import Conflict
from shared.kit.db import wake_job
from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.domain.export import Export
from identity.storage.tables import ExportPartRow, ExportRow

AGAIN_AFTER = timedelta(minutes=2)


class ExportRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, export_id: UUID, member_id: UUID) -> None:
        """Begin an export. Raises Conflict if the id is that of another export."""
        added = insert(ExportRow).values(id=export_id, member_id=member_id, state="gathering", delivered=[])
        if self._session.execute(added.on_conflict_do_nothing().returning(ExportRow.id)).first() is None:
            raise Conflict(field="id")
        wake_job(self._session, "pack_exports")

    def newest(self, member_id: UUID) -> Export | None:
        row = self._session.scalars(
            select(ExportRow).where(ExportRow.member_id == member_id).order_by(ExportRow.requested_at.desc()).limit(1)
        ).one_or_none()
        return _export(row) if row else None

    def of(self, member_id: UUID) -> Sequence[UUID]:
        """The ids of all the member's exports."""
        return self._session.scalars(select(ExportRow.id).where(ExportRow.member_id == member_id)).all()

    def deliver(self, export_id: UUID, service: str, parts: Sequence[tuple[str, bytes]], *, is_last: bool) -> bool:
        """Store files of a service; a repeated file replaces the first. False if the export is not gathering."""
        waiting = select(ExportRow.delivered).where(ExportRow.id == export_id, ExportRow.state == "gathering")
        delivered = self._session.scalars(waiting.with_for_update()).one_or_none()
        if delivered is None:
            return False
        for name, sealed in parts:
            row = insert(ExportPartRow).values(export_id=export_id, name=name, sealed=sealed)
            self._session.execute(
                row.on_conflict_do_update(
                    index_elements=[ExportPartRow.export_id, ExportPartRow.name], set_={"sealed": row.excluded.sealed}
                )
            )
        if is_last and service not in delivered:
            self._session.execute(
                update(ExportRow).where(ExportRow.id == export_id).values(delivered=[*delivered, service])
            )
        return True

    def claim_complete(self, services: Collection[str]) -> Export | None:
        """An export that all services have delivered, locked (SKIP LOCKED between workers)."""
        row = self._session.scalars(
            select(ExportRow)
            .where(ExportRow.state == "gathering", ExportRow.delivered.contains(list(services)))
            .order_by(ExportRow.requested_at)
            .limit(1)
            .with_for_update(skip_locked=True)
        ).one_or_none()
        return _export(row) if row else None

    def parts(self, export_id: UUID) -> Iterator[tuple[str, bytes]]:
        rows = self._session.execute(
            select(ExportPartRow.name, ExportPartRow.sealed)
            .where(ExportPartRow.export_id == export_id)
            .order_by(ExportPartRow.name)
        )
        for row in rows:
            yield row.name, row.sealed

    def finish(self, export_id: UUID, lasts: timedelta) -> None:
        """Mark the export as ready and delete its parts, which are in the packed file now."""
        self._session.execute(delete(ExportPartRow).where(ExportPartRow.export_id == export_id))
        self._session.execute(
            update(ExportRow)
            .where(ExportRow.id == export_id)
            .values(state="ready", ready_at=func.now(), expires_at=func.now() + lasts)
        )

    def fetch(self, member_id: UUID) -> UUID | None:
        """Mark the member's ready export as fetched. Returns its id; None if there is none."""
        return self._session.scalars(
            update(ExportRow)
            .where(ExportRow.member_id == member_id, ExportRow.state == "ready", ExportRow.expires_at > func.now())
            .values(state="fetched")
            .returning(ExportRow.id)
        ).one_or_none()

    def end_ready(self, member_id: UUID) -> None:
        """Revoke the link of a ready export: it expires now, and the job `pack_exports` deletes its file."""
        ready = (ExportRow.member_id == member_id, ExportRow.state == "ready")
        self._session.execute(update(ExportRow).where(*ready).values(expires_at=func.now()))

    def ended(self) -> Sequence[UUID]:
        """Mark exports as expired whose link has expired. Returns their ids, for deleting the files."""
        return self._session.scalars(
            update(ExportRow)
            .where(ExportRow.state.in_(("ready", "fetched")), ExportRow.expires_at <= func.now())
            .values(state="expired")
            .returning(ExportRow.id)
        ).all()

    def mark_asked_again(self) -> Sequence[Export]:
        """Mark exports as requested again that have waited for a part for `AGAIN_AFTER`, and return them."""
        rows = self._session.scalars(
            update(ExportRow)
            .where(ExportRow.state == "gathering", ExportRow.told_at < func.now() - AGAIN_AFTER)
            .values(told_at=func.now())
            .returning(ExportRow)
        )
        return [_export(row) for row in rows]


def _export(row: ExportRow) -> Export:
    return Export(
        row.id, row.member_id, row.state, tuple(row.delivered), row.requested_at, row.ready_at, row.expires_at
    )
