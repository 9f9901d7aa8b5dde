from dataclasses import asdict, fields
from typing import Any
from uuid import UUID

from shared.kit.core import new_id
from shared.kit.db import wake_job
from sqlalchemy import ColumnElement, and_, case, delete, exists, func, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import Session

from chat.domain.call import CONNECTS_WITHIN, HEARD_WITHIN, LONGEST, RINGS_FOR, Call, CallKind, CallState
from chat.domain.message import Draft, Message
from chat.domain.sending import MessageSlot
from chat.domain.wallet import Wallet
from chat.storage.stored import message_of
from chat.storage.tables import CallRow, MessageRow, OpenCallRow, ParticipationRow

NO_WALLET = Wallet(0, 0, 0, is_premium=False)
# Rows of the session that were read before take the values that a statement returns.
AS_WRITTEN = {"synchronize_session": False, "populate_existing": True}
FIELDS = tuple(field.name for field in fields(Call))


class CallRepository:
    """Calls. Each change of state is one guarded statement, which holds the row lock of the call until the commit.

    Locks are taken in this order: the members of a call, the call, then those of a send.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def consents(self, conversation_id: UUID) -> dict[UUID, bool]:
        """Whether each participant who has written in the conversation has switched calls on in it. Staff who write
        for a fictional profile are nobody to call."""
        one = ParticipationRow
        is_theirs = and_(MessageRow.conversation_id == conversation_id, MessageRow.sender_id == one.member_id)
        wrote = exists().where(is_theirs, MessageRow.kind.not_in(("call", "staff")), MessageRow.retracted_at.is_(None))
        rows = self._session.execute(
            select(one.member_id, one.allows_calls).where(one.conversation_id == conversation_id, wrote)
        )
        return {row.member_id: row.allows_calls for row in rows}

    def allow(self, conversation_id: UUID, member_id: UUID, *, is_allowed: bool) -> bool:
        """Whether this changed the member's consent."""
        one = ParticipationRow
        changed = self._session.execute(
            update(one)
            .where(one.conversation_id == conversation_id, one.member_id == member_id)
            .where(one.allows_calls.is_not(is_allowed))
            .values(allows_calls=is_allowed)
            .returning(one.member_id)
        )
        return changed.first() is not None

    def end_consent(self, conversation_id: UUID) -> None:
        """Of both participants."""
        one = ParticipationRow
        self._session.execute(
            update(one).where(one.conversation_id == conversation_id, one.allows_calls).values(allows_calls=False)
        )

    def lock_members(self, *member_ids: UUID) -> None:
        """Keep calls of these members from beginning, and what ends them from being missed, until the transaction ends.

        A ring that began before is found by `lock_open`; one that comes after sees why it may not ring.
        """
        # In the order of the numbers, so that two of them do not deadlock.
        for number in sorted(_lock_number(member_id) for member_id in member_ids):
            self._session.execute(select(func.pg_advisory_xact_lock(number)))

    def open_of(self, member_id: UUID) -> Call | None:
        """The open call of this member, as caller or called."""
        query = select(CallRow).join(OpenCallRow, OpenCallRow.call_id == CallRow.id)
        row = self._session.scalars(query.where(OpenCallRow.member_id == member_id)).one_or_none()
        return _call(row) if row and row.due_at else None

    def of_party(self, call_id: UUID, member_id: UUID) -> Call | None:
        """None for a call that does not exist or is of others."""
        query = select(CallRow).where(CallRow.id == call_id, _is_party(member_id))
        row = self._session.scalars(query).one_or_none()
        return _call(row) if row else None

    def ring(
        self,
        conversation_id: UUID,
        caller_id: UUID,
        callee_id: UUID,
        kind: CallKind,
        tab: UUID,
        session_id: UUID,
        credits: int,
        *,
        is_heard: bool,
    ) -> Call | None:
        """A new call; None while one of the two has an open one. One that is not heard is open for its caller alone: it
        neither rings for the called member nor keeps them from other calls.

        The rows of both members are inserted in the order of their ids, so that two calls do not deadlock.
        """
        rung = insert(CallRow).values(
            id=new_id(),
            conversation_id=conversation_id,
            caller_id=caller_id,
            callee_id=callee_id,
            kind=kind,
            caller_tab=tab,
            caller_session=session_id,
            credits=credits,
            due_at=func.now() + RINGS_FOR,
        )
        [row] = self._session.scalars(rung.returning(CallRow))
        for member_id in sorted((caller_id, callee_id) if is_heard else (caller_id,)):
            party = upsert(OpenCallRow).values(member_id=member_id, call_id=row.id)
            if not self._session.execute(party.on_conflict_do_nothing().returning(OpenCallRow.member_id)).first():
                return None
        wake_job(self._session, "end_due_calls")
        return _call(row)

    def answer(self, call_id: UUID, callee_id: UUID, tab: UUID, session_id: UUID) -> Call | None:
        """Bind the call to the page that answers it first; None when it does not ring for this member any more."""
        wake_job(self._session, "end_due_calls")
        rings = exists().where(OpenCallRow.call_id == call_id, OpenCallRow.member_id == callee_id)
        return self._change(
            and_(CallRow.id == call_id, CallRow.callee_id == callee_id, _is(CallState.RINGING), is_heard(), rings),
            state=CallState.ANSWERED,
            callee_tab=tab,
            callee_session=session_id,
            answered_at=func.now(),
            due_at=func.now() + CONNECTS_WITHIN,
        )

    def report_connected(self, call_id: UUID, member_id: UUID, tab: UUID) -> Call | None:
        """Note that this page is connected, which keeps a connected call open; None for a page it is not bound to."""
        is_caller = and_(CallRow.caller_id == member_id, CallRow.caller_tab == tab)
        is_callee = and_(CallRow.callee_id == member_id, CallRow.callee_tab == tab)
        longest = func.least(func.now() + HEARD_WITHIN, CallRow.answered_at + LONGEST)
        return self._change(
            and_(CallRow.id == call_id, or_(is_caller, is_callee), _is(CallState.ANSWERED), is_heard()),
            caller_connected=or_(CallRow.caller_connected, is_caller),
            callee_connected=or_(CallRow.callee_connected, func.coalesce(is_callee, False)),
            due_at=case((CallRow.connected_at.is_not(None), longest), else_=CallRow.due_at),
        )

    def connect(self, call_id: UUID) -> Call | None:
        """Begin the connected time; None when it has begun, or when the call is over."""
        return self._change(
            and_(CallRow.id == call_id, _is(CallState.ANSWERED), CallRow.connected_at.is_(None)),
            connected_at=func.now(),
            due_at=func.now() + HEARD_WITHIN,
        )

    def is_connected(self, call_id: UUID) -> bool:
        """Whether it was ever connected, so that its price is due."""
        query = select(CallRow.id).where(CallRow.id == call_id, CallRow.connected_at.is_not(None))
        return self._session.scalar(query) is not None

    def seconds_so_far(self, call_id: UUID) -> int | None:
        """For how long an open call has been connected; None while it is not."""
        lasted = func.floor(func.extract("epoch", func.now() - CallRow.connected_at))
        seconds = self._session.scalar(select(lasted).where(CallRow.id == call_id, CallRow.ended_at.is_(None)))
        return None if seconds is None else int(seconds)

    def lock(self, call_id: UUID) -> Call | None:
        """The call, if it is open, with its row lock."""
        query = select(CallRow).where(CallRow.id == call_id, CallRow.due_at.is_not(None)).with_for_update()
        row = self._session.scalars(query, execution_options=AS_WRITTEN).one_or_none()
        return _call(row) if row else None

    def lock_open(self, member_id: UUID, partner_id: UUID | None = None) -> Call | None:
        """The open call of this member, with this partner if one is given, with its row lock."""
        found = [call for each in (member_id, partner_id) if each and (call := self.open_of(each))]
        theirs = [each for each in found if partner_id in (None, each.caller_id, each.callee_id)]
        call = next((each for each in theirs if member_id in (each.caller_id, each.callee_id)), None)
        return self.lock(call.id) if call else None

    def lock_of_session(self, session_id: UUID) -> Call | None:
        """The open call that is bound to a page of this session, with its row lock."""
        is_bound = or_(CallRow.caller_session == session_id, CallRow.callee_session == session_id)
        query = select(CallRow).where(CallRow.due_at.is_not(None), is_bound).with_for_update()
        row = self._session.scalars(query, execution_options=AS_WRITTEN).first()
        return _call(row) if row else None

    def lock_due(self) -> Call | None:
        """A call whose time is over; SKIP LOCKED gives each worker another one."""
        query = (
            select(CallRow)
            .where(CallRow.due_at <= func.now())
            .order_by(CallRow.due_at)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        row = self._session.scalars(query).one_or_none()
        return _call(row) if row else None

    def close(self, call: Call, state: CallState, ended_by: UUID | None) -> Call:
        """End a call whose row lock is held. A connected one whose time is over ended when it was heard of last."""
        self._session.execute(delete(OpenCallRow).where(OpenCallRow.call_id == call.id))
        is_silent = and_(CallRow.connected_at.is_not(None), CallRow.due_at <= func.now())
        heard_at = func.greatest(CallRow.connected_at, CallRow.due_at - HEARD_WITHIN)
        closed = (
            update(CallRow)
            .where(CallRow.id == call.id)
            .values(
                state=state,
                ended_at=case((is_silent, heard_at), else_=func.now()),
                ended_by=ended_by,
                due_at=None,
            )
            .returning(CallRow)
        )
        return _call(self._session.scalars(closed, execution_options=AS_WRITTEN).one())

    def post_line(self, draft: Draft, slot: MessageSlot, call: Call) -> Message:
        """Insert the message about the call. Only a missed one counts as unread."""
        line = insert(MessageRow).values(
            id=call.id,
            conversation_id=slot.conversation_id,
            seq=slot.seq,
            sender_id=call.caller_id,
            kind=draft.kind,
            text="",
            body_hash=draft.body_hash,
            answer=vars(NO_WALLET),
            sent_at=slot.at,
            credits=0,
            call=asdict(call.facts),
        )
        [row] = self._session.scalars(line.returning(MessageRow))
        own = ParticipationRow
        counts = int(call.state is CallState.MISSED)
        self._session.execute(
            update(own)
            .where(own.conversation_id == slot.conversation_id)
            .values(
                unread=own.unread + case((own.member_id == call.callee_id, counts), else_=0),
                updated_at=slot.at,
                is_archived=and_(own.is_archived, own.is_muted),
            )
            .execution_options(synchronize_session=False)
        )
        return message_of(row)

    def update_line(self, call: Call) -> Message | None:
        """Show the end of the call in its message; None when it has none."""
        row = self._session.scalars(
            update(MessageRow).where(MessageRow.id == call.id).values(call=asdict(call.facts)).returning(MessageRow)
        ).one_or_none()
        return message_of(row) if row else None

    def _change(self, guard: ColumnElement[bool], **values: Any) -> Call | None:
        changed = update(CallRow).where(guard).values(**values).returning(CallRow)
        row = self._session.scalars(changed, execution_options=AS_WRITTEN).one_or_none()
        return _call(row) if row else None


def _lock_number(member_id: UUID) -> int:
    # The half of the id that sends do not lock by (`sends.py`). Two ids that share it only wait for each other.
    return int.from_bytes(member_id.bytes[8:], signed=True)


def counts_as_unread() -> ColumnElement[bool]:
    """Of calls only missed ones do."""
    return or_(MessageRow.kind != "call", MessageRow.call["state"].astext == CallState.MISSED)


def is_heard() -> ColumnElement[bool]:
    return CallRow.due_at > func.now()


def _is(state: CallState) -> ColumnElement[bool]:
    return CallRow.state == state


def _is_party(member_id: UUID) -> ColumnElement[bool]:
    return or_(CallRow.caller_id == member_id, CallRow.callee_id == member_id)


def _call(row: CallRow) -> Call:
    values = {name: getattr(row, name) for name in FIELDS}
    return Call(**values | {"kind": CallKind(row.kind), "state": CallState(row.state)})
