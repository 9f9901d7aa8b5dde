from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from servicekit.errors import Conflict
from sqlalchemy import and_, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from profiles.domain.moderation import (
    AboutState,
    Complaint,
    Decision,
    Desk,
    Ground,
    Kind,
    Measure,
    Outcome,
    PendingSuspension,
    Reason,
    WaitingPhoto,
)
from profiles.domain.photo import PhotoStatus
from profiles.storage.tables import ComplaintRow, DecisionRow, PendingSuspensionRow, PhotoRow, ProfileRow

Appeal = aliased(ComplaintRow)


class ModerationRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def decide(self, decision: Decision) -> int:
        """Put a decision down, for good. Returns its number. Raises Conflict when its id is another decision's."""
        added = insert(DecisionRow).values(
            id=decision.id,
            member_id=decision.member_id,
            photo_id=decision.photo_id,
            complaint_id=decision.complaint_id,
            actor_id=decision.actor_id,
            measure=decision.measure,
            reason=decision.reason,
            ground=decision.ground,
            facts=decision.facts,
            until=decision.until,
        )
        return self._number(added.on_conflict_do_nothing(index_elements=[DecisionRow.id]).returning(DecisionRow.number))

    def await_confirmation(self, member_id: UUID, number: int, *, suspended: bool) -> None:
        """Repeat this to identity until it has confirmed it. Replaces what an older decision said."""
        pending = insert(PendingSuspensionRow).values(member_id=member_id, suspended=suspended, version=number)
        self._session.execute(
            pending.on_conflict_do_update(
                index_elements=[PendingSuspensionRow.member_id],
                set_={"suspended": pending.excluded.suspended, "version": pending.excluded.version},
                where=PendingSuspensionRow.version < pending.excluded.version,
            )
        )

    def unconfirmed(self, limit: int) -> list[PendingSuspension]:
        """The oldest suspensions, and ends of suspensions, that identity has not confirmed."""
        rows = self._session.scalars(
            select(PendingSuspensionRow).order_by(PendingSuspensionRow.decided_at).limit(limit)
        )
        return [PendingSuspension(row.member_id, row.suspended, row.version) for row in rows]

    def confirm(self, pending: PendingSuspension) -> None:
        """Forget it, unless a newer decision has taken its place."""
        self._session.execute(
            delete(PendingSuspensionRow).where(
                PendingSuspensionRow.member_id == pending.member_id, PendingSuspensionRow.version == pending.version
            )
        )

    def decisions_about(self, member_id: UUID, measures: Sequence[Measure] = tuple(Measure)) -> list[Decision]:
        """The newest first, with what became of their appeals."""
        rows = self._session.execute(
            select(DecisionRow, Appeal.id.label("appeal_id"), Appeal.outcome.label("appeal_outcome"))
            .outerjoin(Appeal, Appeal.decision_id == DecisionRow.id)
            .where(DecisionRow.member_id == member_id, DecisionRow.measure.in_(measures))
            .order_by(DecisionRow.number.desc())
            .limit(100)
        )
        return [_decision(row) for row in rows]

    def decision(self, decision_id: UUID) -> Decision | None:
        row = self._session.execute(
            select(DecisionRow, Appeal.id.label("appeal_id"), Appeal.outcome.label("appeal_outcome"))
            .outerjoin(Appeal, Appeal.decision_id == DecisionRow.id)
            .where(DecisionRow.id == decision_id)
        ).one_or_none()
        return _decision(row) if row else None

    def waiting_photos(self, desk: Desk, limit: int) -> tuple[list[WaitingPhoto], int]:
        """Those that wait longest, and how many wait altogether."""
        waiting = and_(PhotoRow.status == PhotoStatus.PENDING.value, ProfileRow.pool == desk.pool)
        rows = self._session.execute(
            select(PhotoRow, ProfileRow.name, ProfileRow.birth_date)
            .join(ProfileRow, ProfileRow.member_id == PhotoRow.member_id)
            .where(waiting)
            .order_by(PhotoRow.added_at, PhotoRow.id)
            .limit(limit)
        )
        photos = [
            WaitingPhoto(photo.id, photo.member_id, name, birth_date, photo.thumbhash, photo.added_at)
            for photo, name, birth_date in rows
        ]
        count = select(func.count()).select_from(PhotoRow).join(ProfileRow).where(waiting)
        return photos, self._session.execute(count).scalar_one()

    def set_photo(self, photo_id: UUID, seen: PhotoStatus, status: PhotoStatus, reason: str | None) -> UUID | None:
        """Whose photo it is; None when it is not any more as whoever decides has seen it."""
        changed = (
            update(PhotoRow)
            .where(PhotoRow.id == photo_id, PhotoRow.status == seen.value)
            .values(status=status.value, reason=reason)
        )
        return self._session.execute(changed.returning(PhotoRow.member_id)).scalar_one_or_none()

    def owner(self, photo_id: UUID) -> UUID | None:
        found = select(PhotoRow.member_id).where(PhotoRow.id == photo_id)
        return self._session.execute(found).scalar_one_or_none()

    def sanction(self, member_id: UUID) -> tuple[str | None, datetime | None] | None:
        row = self._session.execute(
            select(ProfileRow.sanction, ProfileRow.sanction_until).where(ProfileRow.member_id == member_id)
        ).one_or_none()
        return (row.sanction, row.sanction_until) if row else None

    def ended_sanctions(self, limit: int) -> list[UUID]:
        ended = select(ProfileRow.member_id).where(ProfileRow.sanction_until <= func.now()).limit(limit)
        return list(self._session.scalars(ended))

    def find_members(self, desk: Desk, name: str, limit: int) -> list[UUID]:
        found = select(ProfileRow.member_id).where(
            func.lower(ProfileRow.name) == name.lower(), ProfileRow.pool == desk.pool
        )
        return list(self._session.scalars(found.order_by(ProfileRow.joined_at.desc()).limit(limit)))

    def complain(self, complaint: Complaint) -> int:
        """Put a complaint down. Returns its number. Raises Conflict when its id is another complaint's."""
        added = insert(ComplaintRow).values(
            id=complaint.id,
            kind=complaint.kind,
            reporter_id=complaint.reporter_id,
            reporter_email=complaint.reporter_email,
            about_id=complaint.about_id,
            decision_id=complaint.decision_id,
            reason=complaint.reason,
            text=complaint.text,
            evidence=complaint.evidence,
            locale=complaint.locale,
            site=complaint.site,
            source=complaint.source,
        )
        return self._number(
            added.on_conflict_do_nothing(index_elements=[ComplaintRow.id]).returning(ComplaintRow.number)
        )

    def _number(self, added: Any) -> int:
        number: int | None = self._session.execute(added).scalar_one_or_none()
        if number is None:
            raise Conflict(field="id")
        return number

    def complaints_today(self, reporter_id: UUID) -> int:
        day = func.now() - func.make_interval(0, 0, 0, 1)
        count = select(func.count()).where(ComplaintRow.reporter_id == reporter_id, ComplaintRow.made_at > day)
        return self._session.execute(count).scalar_one()

    def complaints_today_from(self, email: str) -> int:
        """Of an address without an account. Those that come at once are counted one after the other."""
        address = func.lower(email)
        self._session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(address, 1))))
        day = func.now() - func.make_interval(0, 0, 0, 1)
        count = select(func.count()).where(
            func.lower(ComplaintRow.reporter_email) == address, ComplaintRow.made_at > day
        )
        return self._session.execute(count).scalar_one()

    def complaints_by(self, reporter_id: UUID) -> list[Complaint]:
        return self._complaints(ComplaintRow.reporter_id == reporter_id, newest_first=True)

    def complaints_about(self, member_id: UUID) -> list[Complaint]:
        return self._complaints(ComplaintRow.about_id == member_id, newest_first=True)

    def open_complaints(self, desk: Desk) -> list[Complaint]:
        at_desk = and_(ComplaintRow.decided_at.is_(None), ComplaintRow.site.in_(desk.sites))
        return self._complaints(at_desk, newest_first=False)

    def complaint(self, complaint_id: UUID) -> Complaint | None:
        found = self._complaints(ComplaintRow.id == complaint_id, newest_first=True)
        return found[0] if found else None

    def close(self, complaint_id: UUID, outcome: Outcome) -> bool:
        """False when someone else has decided it meanwhile."""
        closed = (
            update(ComplaintRow)
            .where(ComplaintRow.id == complaint_id, ComplaintRow.decided_at.is_(None))
            .values(decided_at=func.now(), outcome=outcome.value)
        )
        return self._session.execute(closed.returning(ComplaintRow.id)).first() is not None

    def _complaints(self, which: Any, *, newest_first: bool) -> list[Complaint]:
        urgent_first = (ComplaintRow.reason == Reason.MINOR.value).desc()
        order = (ComplaintRow.number.desc(),) if newest_first else (urgent_first, ComplaintRow.number)
        rows = self._session.execute(
            select(ComplaintRow, ProfileRow.name, ProfileRow.state)
            .outerjoin(ProfileRow, ProfileRow.member_id == ComplaintRow.about_id)
            .where(which)
            .order_by(*order)
            .limit(100)
        )
        return [_complaint(row, name, state) for row, name, state in rows]


def _decision(found: Any) -> Decision:
    row: DecisionRow = found[0]
    return Decision(
        id=row.id,
        member_id=row.member_id,
        measure=Measure(row.measure),
        actor_id=row.actor_id,
        photo_id=row.photo_id,
        complaint_id=row.complaint_id,
        reason=row.reason,
        ground=Ground(row.ground) if row.ground else None,
        facts=row.facts,
        until=row.until,
        number=row.number,
        decided_at=row.decided_at,
        appeal=(found.appeal_outcome or "open") if found.appeal_id else None,
    )


def _complaint(row: ComplaintRow, about_name: str | None, state: str | None) -> Complaint:
    return Complaint(
        id=row.id,
        kind=Kind(row.kind),
        reporter_id=row.reporter_id,
        reporter_email=row.reporter_email,
        about_id=row.about_id,
        reason=row.reason,
        text=row.text,
        evidence=row.evidence,
        locale=row.locale,
        site=row.site,
        decision_id=row.decision_id,
        number=row.number,
        made_at=row.made_at,
        outcome=Outcome(row.outcome) if row.outcome else None,
        about_name=about_name,
        about_state=AboutState(state or AboutState.ERASED) if row.about_id else None,
    )
