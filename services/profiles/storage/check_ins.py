from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from shared.kit.db import Statement, wake_job
from sqlalchemy import ColumnElement, case, delete, func, null, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from profiles.domain.check_in import LATEST, ONE_HOUR_MORE, TOLD_WITHIN, WITHIN, CheckIn, CheckInState
from profiles.storage.tables import (
    DateCheckInRow,
    DateContactRow,
    DatePlanRow,
    ProfileRow,
    RefusedContactRow,
    ToldContactRow,
)

JOB = "settle_check_ins"
CHECK_INS_DUE = Statement(
    text(
        """SELECT extract(epoch FROM min(CASE c.state WHEN 'waiting' THEN ask_at ELSE tell_at END) - now())
            FROM date_check_ins c JOIN profiles p USING (member_id)
            WHERE c.state IN ('waiting', 'asked') AND p.state = 'active'"""
    )
)

Row = DateCheckInRow
OPEN = Row.state.in_([CheckInState.WAITING, CheckInState.ASKED])


class CheckInRepository:
    """Each change of a state is one guarded statement: of an answer and a worker that meet, the first to commit wins,
    and the other finds nothing to change."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, member_id: UUID) -> dict[UUID, CheckIn]:
        """The member's check-ins, by plan."""
        rows = self._session.scalars(select(Row).where(Row.member_id == member_id))
        return {row.plan_id: _check_in(row) for row in rows}

    def set(
        self,
        member_id: UUID,
        plan_id: UUID,
        ask_at: datetime,
        grace_minutes: int,
        secret_hash: bytes,
        address_hash: bytes,
        sealed: bytes,
    ) -> bool:
        """Store a check-in of the plan, in place of an earlier one. False once the person was told."""
        values = {
            "state": CheckInState.WAITING,
            "ask_at": ask_at,
            "grace_minutes": grace_minutes,
            "tell_at": None,
            "settled_at": None,
            "unreached_at": None,
            "secret_hash": secret_hash,
            "address_hash": address_hash,
            "sealed": sealed,
        }
        stored = (
            insert(Row)
            .values(plan_id=plan_id, member_id=member_id, **values)
            .on_conflict_do_update(index_elements=[Row.plan_id], set_=values, where=Row.state != CheckInState.TOLD)
            .returning(Row.plan_id)
        )
        wake_job(self._session, JOB)
        return self._session.execute(stored).first() is not None

    def remove(self, member_id: UUID, plan_id: UUID) -> None:
        """Delete a check-in, unless the person was told: of one plan there is one email."""
        self._session.execute(delete(Row).where(self._own(member_id, plan_id), Row.state != CheckInState.TOLD))

    def answer(self, member_id: UUID, plan_id: UUID) -> bool:
        return bool(self._change(self._own(member_id, plan_id) & OPEN, state=CheckInState.ANSWERED, tell_at=null()))

    def put_off(self, member_id: UUID, plan_id: UUID) -> bool:
        """Ask again in an hour. False where the member is not asked now, and where that would be too late."""
        again = func.now() + ONE_HOUR_MORE
        able = select(DatePlanRow.id).where(DatePlanRow.id == plan_id, again <= DatePlanRow.meets_at + LATEST)
        asked = self._own(member_id, plan_id) & (Row.state == CheckInState.ASKED) & Row.plan_id.in_(able)
        wake_job(self._session, JOB)
        return bool(self._change(asked, state=CheckInState.WAITING, ask_at=again, tell_at=null(), settled_at=null()))

    def miss(self, member_id: UUID, plan_id: UUID) -> Sequence[tuple[UUID, UUID]]:
        """Have the person told now, unless they refuse. Returns plan and member if they are to be told."""
        return self._told(self._own(member_id, plan_id) & OPEN)

    def take_due(self, most: int) -> Sequence[tuple[UUID, UUID]]:
        """Ask those whose time has come; the time to answer begins now, however late the worker is."""
        due = self._due((Row.state == CheckInState.WAITING) & (Row.ask_at <= func.now()), most)
        return self._change(
            due,
            state=CheckInState.ASKED,
            tell_at=func.now() + func.make_interval(0, 0, 0, 0, 0, Row.grace_minutes),
            settled_at=null(),
        )

    def take_missed(self, most: int) -> Sequence[tuple[UUID, UUID]]:
        """Have the people told whose members did not answer in time, unless they refuse. Returns plans and members."""
        return self._told(self._due((Row.state == CheckInState.ASKED) & (Row.tell_at <= func.now()), most))

    def clear(self, member_id: UUID, plan_id: UUID) -> bool:
        """Mark the contact to be notified once that the member is fine. False if done before, or not reachable."""
        told = self._own(member_id, plan_id) & (Row.state == CheckInState.TOLD)
        can_know = Row.unreached_at.is_(None) & Row.address_hash.not_in(select(RefusedContactRow.address_hash))
        cleared = update(Row).where(told, Row.fine_at.is_(None), can_know).values(fine_at=func.now())
        return self._session.execute(cleared.returning(Row.plan_id)).first() is not None

    def contact_of(self, plan_id: UUID) -> tuple[DatePlanRow, str, DateCheckInRow] | None:
        """A plan whose person is to be told, the name of its member, and the check-in."""
        found = (
            select(DatePlanRow, ProfileRow.name, Row)
            .join(DatePlanRow, DatePlanRow.id == Row.plan_id)
            .join(ProfileRow, ProfileRow.member_id == Row.member_id)
            .where(Row.plan_id == plan_id, Row.state == CheckInState.TOLD, ProfileRow.state == "active")
        )
        row = self._session.execute(found).one_or_none()
        return (row[0], row[1], row[2]) if row else None

    def name_contact(self, member_id: UUID, plan_id: UUID, address_hash: bytes, most: int, *, is_texted: bool) -> bool:
        """Count a person named for a plan, once. False beyond `most` within a day. The member's row is locked."""
        lately = DateContactRow.member_id == member_id, DateContactRow.named_at > func.now() - WITHIN
        named = {
            tuple(row)
            for row in self._session.execute(select(DateContactRow.plan_id, DateContactRow.address_hash).where(*lately))
        }
        if (plan_id, address_hash) not in named and len(named) >= most:
            return False
        row = insert(DateContactRow).values(
            member_id=member_id, plan_id=plan_id, address_hash=address_hash, is_texted=is_texted
        )
        self._session.execute(
            row.on_conflict_do_update(
                index_elements=["member_id", "plan_id", "address_hash"], set_={"named_at": func.now()}
            )
        )
        return True

    def texts_named(self, member_id: UUID, plan_id: UUID, address_hash: bytes) -> int:
        """How many other numbers the member has named for plans within a day. The member's row is locked."""
        other = (DateContactRow.plan_id != plan_id) | (DateContactRow.address_hash != address_hash)
        lately = DateContactRow.member_id == member_id, DateContactRow.named_at > func.now() - WITHIN
        count = select(func.count()).select_from(DateContactRow).where(*lately, DateContactRow.is_texted, other)
        return self._session.scalars(count).one()

    def lock_address(self, hashes: Sequence[bytes]) -> None:
        """Have check-ins of one address, of whichever members, counted one after the other.

        The last hash is of the oldest key, which every process has while keys change.
        """
        address = func.hashtextextended(hashes[-1].hex(), 5)
        self._session.execute(select(func.pg_advisory_xact_lock(address)))

    def count_of_address(self, hashes: Sequence[bytes], plan_id: UUID) -> int:
        """Count open check-ins of other plans that name the address, and messages to it within a week."""
        told = ToldContactRow.address_hash.in_(hashes), ToldContactRow.told_at > func.now() - TOLD_WITHIN
        counts = (
            select(func.count()).select_from(Row).where(OPEN, Row.address_hash.in_(hashes), Row.plan_id != plan_id),
            select(func.count()).select_from(ToldContactRow).where(*told),
        )
        return sum(self._session.scalars(count).one() for count in counts)

    def unreached(self, plan_id: UUID, member_id: UUID) -> None:
        """Note that the person has not got the message about the plan."""
        of_plan = self._own(member_id, plan_id) & (Row.state == CheckInState.TOLD) & Row.unreached_at.is_(None)
        self._session.execute(update(Row).where(of_plan).values(unreached_at=func.now()))

    def refuse(self, address_hash: bytes) -> None:
        self._session.execute(insert(RefusedContactRow).values(address_hash=address_hash).on_conflict_do_nothing())

    def is_refused(self, hashes: Sequence[bytes]) -> bool:
        refused = select(RefusedContactRow.address_hash).where(RefusedContactRow.address_hash.in_(hashes))
        return self._session.execute(refused).first() is not None

    def _own(self, member_id: UUID, plan_id: UUID) -> ColumnElement[bool]:
        return (Row.plan_id == plan_id) & (Row.member_id == member_id)

    def _due(self, condition: ColumnElement[bool], most: int) -> ColumnElement[bool]:
        """Rows of active accounts, locked: one that an answer or another worker has locked waits for the next run."""
        rows = (
            select(Row.plan_id)
            .join(ProfileRow, ProfileRow.member_id == Row.member_id)
            .where(condition, ProfileRow.state == "active")
            .limit(most)
            .with_for_update(of=Row, skip_locked=True)
        )
        return Row.plan_id.in_(rows.cte("due").select())

    def _told(self, condition: ColumnElement[bool]) -> Sequence[tuple[UUID, UUID]]:
        refused = Row.address_hash.in_(select(RefusedContactRow.address_hash))
        state = case((refused, CheckInState.REFUSED), else_=CheckInState.TOLD)
        told = self._change(condition, state=state, tell_at=null(), only=CheckInState.TOLD)
        of_told = select(Row.plan_id, Row.address_hash).where(Row.plan_id.in_([plan_id for plan_id, _ in told]))
        noted = insert(ToldContactRow).from_select(["plan_id", "address_hash"], of_told).on_conflict_do_nothing()
        self._session.execute(noted)
        return told

    def _change(
        self, condition: ColumnElement[bool], *, only: CheckInState | None = None, **values: object
    ) -> Sequence[tuple[UUID, UUID]]:
        changed = update(Row).where(condition).values(**{"settled_at": func.now(), **values})
        rows = self._session.execute(changed.returning(Row.plan_id, Row.member_id, Row.state)).all()
        return [(row.plan_id, row.member_id) for row in rows if only in (None, row.state)]


def _check_in(row: DateCheckInRow) -> CheckIn:
    return CheckIn(
        plan_id=row.plan_id,
        state=CheckInState(row.state),
        ask_at=row.ask_at,
        grace_minutes=row.grace_minutes,
        tell_at=row.tell_at,
        settled_at=row.settled_at,
        unreached_at=row.unreached_at,
        fine_at=row.fine_at,
        sealed=row.sealed,
    )
