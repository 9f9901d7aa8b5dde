from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from shared.kit.db import wake_job
from sqlalchemy import Select, and_, delete, func, select, true, union_all
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from profiles.domain.photo import PhotoStatus
from profiles.moderation.domain.moderation import (
    AppealAnswer,
    Decision,
    Desk,
    Ground,
    Kind,
    Measure,
    PendingSuspension,
    WaitingPhoto,
)
from profiles.moderation.storage.tables import ComplaintRow, ConfirmationRow, DecisionRow, PendingSuspensionRow
from profiles.storage.tables import BlockedPictureRow, PhotoCheckRow, PhotoRow, ProfileRow, QuarantinedPhotoRow

Appeal, Origin, Answer = aliased(ComplaintRow), aliased(ComplaintRow), aliased(DecisionRow)
DECISIONS = select(
    DecisionRow,
    Appeal.id.label("appeal_id"),
    Appeal.outcome.label("appeal_outcome"),
    Answer.id.label("answer_id"),
    Answer.template.label("answer_template"),
    Answer.facts.label("answer_facts"),
    Origin.kind.label("found_in"),
    select(ConfirmationRow.decision_id)
    .where(ConfirmationRow.decision_id == DecisionRow.id, ConfirmationRow.outcome.is_(None))
    .exists()
    .label("is_provisional"),
)
DECISIONS = (
    DECISIONS.outerjoin(Appeal, Appeal.decision_id == DecisionRow.id)
    .outerjoin(Origin, Origin.id == DecisionRow.complaint_id)
    # The member first, whose index finds the few decisions.
    .outerjoin(Answer, and_(Answer.member_id == DecisionRow.member_id, Answer.complaint_id == Appeal.id))
)


class ModerationRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def decide(self, decision: Decision) -> int:
        """Store a decision, append-only. Returns its number."""
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
            template=decision.template,
            until=decision.until,
        )
        return self._session.execute(added.returning(DecisionRow.number)).scalar_one()

    def await_confirmation(self, member_id: UUID, number: int, *, suspended: bool) -> None:
        """Store a suspension, or its end, to send to identity until it confirms. Replaces that of an older decision."""
        pending = insert(PendingSuspensionRow).values(member_id=member_id, suspended=suspended, version=number)
        self._session.execute(
            pending.on_conflict_do_update(
                index_elements=[PendingSuspensionRow.member_id],
                set_={"suspended": pending.excluded.suspended, "version": pending.excluded.version},
                where=PendingSuspensionRow.version < pending.excluded.version,
            )
        )
        wake_job(self._session, "confirm_suspensions")

    def unconfirmed(self, limit: int) -> list[PendingSuspension]:
        """Return the oldest suspensions, and ends of suspensions, not confirmed by identity."""
        rows = self._session.scalars(
            select(PendingSuspensionRow).order_by(PendingSuspensionRow.decided_at).limit(limit)
        )
        return [PendingSuspension(row.member_id, row.suspended, row.version) for row in rows]

    def confirm(self, pending: PendingSuspension) -> None:
        """Delete the row, unless a newer decision replaced it."""
        self._session.execute(
            delete(PendingSuspensionRow).where(
                PendingSuspensionRow.member_id == pending.member_id, PendingSuspensionRow.version == pending.version
            )
        )

    def decisions_about(self, member_id: UUID, measures: Sequence[Measure] = tuple(Measure)) -> list[Decision]:
        """Return decisions about a member, newest first, with the outcomes of their appeals."""
        rows = self._session.execute(
            DECISIONS.where(DecisionRow.member_id == member_id, DecisionRow.measure.in_(measures))
            .order_by(DecisionRow.number.desc())
            .limit(100)
        )
        return [_decision(row) for row in rows]

    def decision(self, decision_id: UUID) -> Decision | None:
        row = self._session.execute(DECISIONS.where(DecisionRow.id == decision_id)).one_or_none()
        return _decision(row) if row else None

    def blocked_messages(self, message_ids: Sequence[UUID]) -> dict[UUID, UUID]:
        """The subset of these messages with a blocked picture, each with the decision."""
        if not message_ids:
            return {}
        rows = self._session.execute(
            select(DecisionRow.photo_id, DecisionRow.id).where(
                DecisionRow.photo_id.in_(message_ids),
                DecisionRow.measure == Measure.BLOCK_PICTURE.value,
                DecisionRow.id.in_(select(BlockedPictureRow.decision_id)),
            )
        )
        return {row.photo_id: row.id for row in rows}

    def newest(self, member_id: UUID, measures: Collection[Measure], photo_id: UUID | None) -> UUID | None:
        """Return the newest decision about the member, or about this photo, with one of these measures."""
        found = select(DecisionRow.id).where(
            DecisionRow.member_id == member_id,
            DecisionRow.photo_id.is_not_distinct_from(photo_id),
            DecisionRow.measure.in_([measure.value for measure in measures]),
        )
        return self._session.scalars(found.order_by(DecisionRow.number.desc()).limit(1)).one_or_none()

    def held_by_rule(self, member_id: UUID, measure: Measure) -> Decision | None:
        """The newest decision with this measure, where a rule made it: it holds until its case is decided."""
        newest = self.newest(member_id, {measure}, photo_id=None)
        found = self.decision(newest) if newest else None
        return found if found and found.automated else None

    def holds_of_text(self, member_id: UUID) -> dict[UUID, bool]:
        """The complaints for which rules held the text of a profile, each with whether it waits for a decision."""
        held = (
            select(ComplaintRow.id, ComplaintRow.decided_at)
            .join(DecisionRow, DecisionRow.complaint_id == ComplaintRow.id)
            .where(
                DecisionRow.member_id == member_id,
                DecisionRow.measure == Measure.HOLD_TEXT.value,
                DecisionRow.actor_id.is_(None),
            )
        )
        return {row.id: row.decided_at is None for row in self._session.execute(held)}

    def waiting_photos(self, desk: Desk, limit: int) -> tuple[list[WaitingPhoto], int]:
        """Return the photos that wait longest, and the number of all that wait: new ones, and those released from
        quarantine; none of the person at the desk."""
        waiting = _waiting(desk)
        rows = self._session.execute(
            waiting.order_by(waiting.selected_columns.added_at, waiting.selected_columns.id).limit(limit)
        )
        count = select(func.count()).select_from(waiting.subquery())
        return [WaitingPhoto(*row) for row in rows], self._session.execute(count).scalar_one()

    def waiting_photo(self, desk: Desk, photo_id: UUID) -> WaitingPhoto | None:
        waiting = _waiting(desk).subquery()
        row = self._session.execute(select(waiting).where(waiting.c.id == photo_id)).one_or_none()
        return WaitingPhoto(*row) if row else None

    def inspected_photo(self, desk: Desk, photo_id: UUID) -> WaitingPhoto | None:
        """Return a photo of any status as it waited; None once it is deleted."""
        row = self._session.execute(_of_pool(desk, PHOTOS.where(PhotoRow.id == photo_id).subquery())).one_or_none()
        return WaitingPhoto(*row) if row else None


PHOTOS = select(PhotoRow.id, PhotoRow.member_id, PhotoRow.thumbhash, PhotoRow.added_at)


def _waiting(desk: Desk) -> Select[Any]:
    """Photos that wait for inspection, in the columns of `WaitingPhoto`."""
    pending = PHOTOS.where(PhotoRow.status == PhotoStatus.PENDING.value)
    released = select(
        QuarantinedPhotoRow.id,
        QuarantinedPhotoRow.member_id,
        QuarantinedPhotoRow.thumbhash,
        QuarantinedPhotoRow.added_at,
    ).where(QuarantinedPhotoRow.released_at.is_not(None))
    return _of_pool(desk, union_all(pending, released).subquery())


def _of_pool(desk: Desk, photo: Any) -> Select[Any]:
    check = (
        select(PhotoCheckRow.label, PhotoCheckRow.score, PhotoCheckRow.failure)
        .where(PhotoCheckRow.photo_id == photo.c.id)
        .order_by(PhotoCheckRow.id.desc())
        .limit(1)
        .lateral("checked")
    )
    waiting = (
        select(
            photo.c.id,
            photo.c.member_id,
            ProfileRow.name,
            ProfileRow.birth_date,
            photo.c.thumbhash,
            photo.c.added_at,
            ProfileRow.fictional,
            check.c.label,
            check.c.score,
            check.c.failure,
        )
        .join(ProfileRow, and_(ProfileRow.member_id == photo.c.member_id, ProfileRow.pool == desk.pool))
        .outerjoin(check, true())
    )
    return waiting.where(ProfileRow.member_id.not_in(desk.own_ids))


def _decision(found: Any) -> Decision:
    appeal = (found.appeal_outcome or "open") if found.appeal_id else None
    return replace(
        decision_of_row(found[0]),
        appeal=appeal,
        is_provisional=found.is_provisional,
        answer=AppealAnswer(found.answer_template, found.answer_facts) if found.answer_id else None,
        found_in=Kind(found.found_in) if found.found_in else None,
    )


def decision_of_row(row: DecisionRow) -> Decision:
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
        template=row.template,
        until=row.until,
        number=row.number,
        decided_at=row.decided_at,
    )
