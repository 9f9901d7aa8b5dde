from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Date, and_, case, cast, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.lead import Arrival, Campaign
from lander.storage.tables import LeadRow

SUB_IDS = ("sub1", "sub2", "sub3", "sub4", "sub5")
NO_CAMPAIGN: Mapping[str, Any] = {"ref": "", **dict.fromkeys(SUB_IDS, ""), "clicked_at": None}
HAS_SUB_IDS = or_(*(getattr(LeadRow, name) != "" for name in SUB_IDS))


class LeadRepository:
    """Leads by member. Events of one member arrive in any order, so each of them may make the row."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def sign_up(self, member_id: UUID, arrival: Arrival, campaign: Campaign, at: datetime) -> bool:
        """Store page and campaign of a sign-up, unless the yes was taken back meanwhile. False if they are stored."""
        page = asdict(arrival) | {"signed_up_at": at}
        row = insert(LeadRow).values(member_id=member_id, **page, **asdict(campaign))
        made = row.on_conflict_do_update(
            index_elements=[LeadRow.member_id],
            set_=page | {name: _unless_withdrawn(row, name) for name in NO_CAMPAIGN},
            where=LeadRow.signed_up_at.is_(None),
        )
        return self._session.scalar(made.returning(LeadRow.id)) is not None

    def confirm(self, member_id: UUID) -> None:
        """Note the first confirmation of the member's address."""
        self._note(member_id, confirmed_at=func.coalesce(LeadRow.confirmed_at, func.now()))

    def withdraw(self, member_id: UUID) -> None:
        """Delete the campaign: the member has taken the yes back."""
        self._note(member_id, withdrawn_at=func.now(), **NO_CAMPAIGN)

    def forget_sub_ids(self, after: timedelta, limit: int) -> int:
        """Blank the sub ids of sign-ups longer ago than `after`. Returns how many rows, at most `limit`.

        Also those without a consent: the previous release does not know `sub4` and `sub5` when a yes is taken back.
        """
        is_old = LeadRow.signed_up_at < func.now() - after
        old = and_(HAS_SUB_IDS, or_(is_old, LeadRow.withdrawn_at.is_not(None), LeadRow.member_id.is_(None)))
        some = LeadRow.id.in_(select(LeadRow.id).where(old).limit(limit).with_for_update(skip_locked=True))
        changed: Any = self._session.execute(
            update(LeadRow).where(some).values(**dict.fromkeys(SUB_IDS, ""), clicked_at=None)
        )
        return int(changed.rowcount)

    def _note(self, member_id: UUID, **values: Any) -> None:
        fresh = {
            name: func.now() if name.endswith("_at") and value is not None else value for name, value in values.items()
        }
        row = insert(LeadRow).values(member_id=member_id, **fresh)
        self._session.execute(row.on_conflict_do_update(index_elements=[LeadRow.member_id], set_=values))


def anonymise_lead(session: Session, member_id: UUID) -> int:
    """Let the lead of an erased member name nobody: no id, no campaign, and times to the day. Returns how many rows."""
    days = {name: cast(getattr(LeadRow, name), Date) for name in ("signed_up_at", "confirmed_at", "first_paid_at")}
    theirs = update(LeadRow).where(LeadRow.member_id == member_id)
    erased: Any = session.execute(theirs.values(member_id=None, visit_id=None, **NO_CAMPAIGN, **days))
    return int(erased.rowcount)


def _unless_withdrawn(row: Any, name: str) -> Any:
    return case((LeadRow.withdrawn_at.is_(None), row.excluded[name]), else_=NO_CAMPAIGN[name])
