from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import func, or_, select, update
from sqlalchemy.dialects.postgresql import aggregate_order_by, insert
from sqlalchemy.orm import Session, aliased

from profiles.domain.card import Photo
from profiles.moderation.domain.confirmations import Confirmation, Settlement, WaitingConfirmation
from profiles.moderation.domain.moderation import Desk
from profiles.moderation.storage.complaints import is_closed_with
from profiles.moderation.storage.moderation import decision_of_row
from profiles.moderation.storage.tables import ComplaintRow, ConfirmationRow, DecisionRow
from profiles.storage.tables import ProfileRow, QuarantinedPhotoRow

Proposer = aliased(ProfileRow)


class ConfirmationRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def ask(self, confirmation: Confirmation, within: timedelta) -> None:
        """Let this decision wait for a second person; it lapses after `within`."""
        self._session.execute(
            insert(ConfirmationRow).values(
                decision_id=confirmation.decision_id,
                member_id=confirmation.member_id,
                photo_id=confirmation.photo_id,
                proposed_by=confirmation.proposed_by,
                wanted_until=confirmation.wanted_until,
                expires_at=func.now() + within,
            )
        )

    def find(self, decision_id: UUID) -> Confirmation | None:
        """Find the confirmation by the decision that waited or by that of the second person, open or settled."""
        found = select(ConfirmationRow).where(
            or_(ConfirmationRow.decision_id == decision_id, ConfirmationRow.final_decision_id == decision_id)
        )
        row = self._session.scalars(found).one_or_none()
        return _confirmation(row) if row else None

    def people(self, decision_id: UUID) -> frozenset[UUID]:
        """Return the people who made this decision together."""
        found = select(ConfirmationRow.proposed_by, ConfirmationRow.settled_by).where(
            or_(ConfirmationRow.decision_id == decision_id, ConfirmationRow.final_decision_id == decision_id)
        )
        return frozenset(one for row in self._session.execute(found) for one in row if one is not None)

    def decisions(self, decision_id: UUID) -> frozenset[UUID]:
        """Return the ids of a decision that waited and of its confirmation, by either; empty when none waited."""
        found = select(ConfirmationRow.decision_id, ConfirmationRow.final_decision_id).where(
            or_(ConfirmationRow.decision_id == decision_id, ConfirmationRow.final_decision_id == decision_id),
            ConfirmationRow.outcome.is_distinct_from(Settlement.REFUSED.value),
        )
        return frozenset(one for row in self._session.execute(found) for one in row if one is not None)

    def settle(
        self,
        decision_id: UUID,
        outcome: Settlement,
        *,
        by: UUID | None = None,
        final_decision_id: UUID | None = None,
    ) -> bool:
        """End the wait. One guarded statement decides between two people at once, and between a person (until
        `expires_at`) and `LAPSED` (after it). False when it was settled already."""
        settled = update(ConfirmationRow).where(
            ConfirmationRow.decision_id == decision_id, ConfirmationRow.outcome.is_(None)
        )
        if outcome in (Settlement.CONFIRMED, Settlement.REFUSED):
            settled = settled.where(ConfirmationRow.expires_at > func.now(), ConfirmationRow.proposed_by != by)
        elif outcome is Settlement.LAPSED:
            settled = settled.where(ConfirmationRow.expires_at <= func.now())
        settled = settled.values(
            outcome=outcome.value, settled_by=by, settled_at=func.now(), final_decision_id=final_decision_id
        )
        return self._session.execute(settled.returning(ConfirmationRow.decision_id)).first() is not None

    def settle_suspensions(self, member_id: UUID, outcome: Settlement) -> None:
        """End the wait of this member's suspension, which another measure replaced or which is over."""
        self._session.execute(
            update(ConfirmationRow)
            .where(
                ConfirmationRow.member_id == member_id,
                ConfirmationRow.photo_id.is_(None),
                ConfirmationRow.outcome.is_(None),
            )
            .values(outcome=outcome.value, settled_at=func.now())
        )

    def due(self, limit: int) -> list[Confirmation]:
        """Return the confirmations past their expiry."""
        due = select(ConfirmationRow).where(ConfirmationRow.outcome.is_(None), ConfirmationRow.expires_at <= func.now())
        return [_confirmation(row) for row in self._session.scalars(due.order_by("expires_at").limit(limit))]

    def waiting(self, desk: Desk, limit: int) -> list[WaitingConfirmation]:
        """Return the decisions of the desk's pool that wait for a second person, by expiry."""
        rows = self._session.execute(
            select(
                ConfirmationRow,
                DecisionRow,
                ProfileRow.name.label("member_name"),
                Proposer.name.label("proposer_name"),
                select(func.array_agg(ComplaintRow.reporter_id))
                .where(is_closed_with(DecisionRow.complaint_id))
                .scalar_subquery()
                .label("reporters"),
                select(func.array_agg(aggregate_order_by(ComplaintRow.id, ComplaintRow.number)))
                .where(is_closed_with(DecisionRow.complaint_id))
                .scalar_subquery()
                .label("reports"),
                QuarantinedPhotoRow.thumbhash,
            )
            .join(DecisionRow, DecisionRow.id == ConfirmationRow.decision_id)
            .join(ProfileRow, ProfileRow.member_id == ConfirmationRow.member_id)
            .outerjoin(Proposer, Proposer.member_id == ConfirmationRow.proposed_by)
            .outerjoin(QuarantinedPhotoRow, QuarantinedPhotoRow.id == ConfirmationRow.photo_id)
            .where(
                ConfirmationRow.outcome.is_(None),
                ConfirmationRow.expires_at > func.now(),
                ProfileRow.pool == desk.pool,
            )
            .order_by(ConfirmationRow.expires_at, ConfirmationRow.decision_id)
            .limit(limit)
        )
        return [_waiting(row) for row in rows]


def _confirmation(row: ConfirmationRow) -> Confirmation:
    return Confirmation(row.decision_id, row.member_id, row.proposed_by, row.photo_id, row.wanted_until)


def _waiting(found: Any) -> WaitingConfirmation:
    row: ConfirmationRow = found.ConfirmationRow
    involved = {row.proposed_by, row.member_id, *(found.reporters or ())} - {None}
    has_photo = row.photo_id is not None and found.thumbhash is not None
    return WaitingConfirmation(
        confirmation=_confirmation(row),
        decision=decision_of_row(found.DecisionRow),
        member_name=found.member_name,
        proposer_name=found.proposer_name,
        photo=Photo(row.photo_id, found.thumbhash) if row.photo_id and has_photo else None,
        expires_at=row.expires_at,
        reports=found.reports or (),
        involved_ids=frozenset(involved),
    )
