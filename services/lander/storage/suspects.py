"""Suspect sign-ups: they wait for evidence or a marketer, counted apart."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Date, and_, cast, func, or_, select, update
from sqlalchemy.orm import Session

from lander.domain.money import CHARGEBACK, RESTORED
from lander.domain.suspect_sign_up import Decision, Share, SignUpSign, SuspectGroup
from lander.storage.tables import LeadRow, ReceiptRow, ReversalRow

WAITS = and_(LeadRow.suspicion.is_not(None), LeadRow.decision.is_(None))
# Waiting, or found to be fraud: counted apart, owed nothing and told to no network.
IS_SUSPECT = and_(LeadRow.suspicion.is_not(None), func.coalesce(LeadRow.decision, "") != Decision.GENUINE)
_day_of_sign_up = cast(func.timezone("UTC", LeadRow.signed_up_at), Date)
Source = tuple[str, str]


class SuspectRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def suspect(self, member_id: UUID, sign: SignUpSign) -> None:
        self._session.execute(update(LeadRow).where(LeadRow.member_id == member_id).values(suspicion=sign))

    def clear(self, member_id: UUID, signs: Collection[SignUpSign]) -> None:
        """Make a suspect of these signs an ordinary sign-up, unless a marketer decided."""
        theirs = and_(LeadRow.member_id == member_id, LeadRow.suspicion.in_(signs))
        self._session.execute(update(LeadRow).where(theirs, LeadRow.decision.is_(None)).values(suspicion=None))

    def waiting(self, site: str, limit: int) -> Sequence[SuspectGroup]:
        """Sign-ups that wait for a decision, by network, day and sign, the newest day first."""
        return self._groups(limit, LeadRow.site == site, WAITS)

    def decided(self, site: str, since: timedelta, limit: int) -> Sequence[SuspectGroup]:
        """Sign-ups decided lately, by network, day, sign and decision, the newest day first."""
        return self._groups(limit, LeadRow.site == site, LeadRow.decided_at >= func.now() - since)

    def decide(
        self, site: str, network: str, day: date, sign: SignUpSign, decision: Decision, limit: int
    ) -> Sequence[UUID | None]:
        """Decide some of a group's sign-ups, locked in the order of ids. Returns their members, erased ones as None."""
        group = _is_group(site, network, day, sign)
        some = select(LeadRow.id).where(WAITS, group).order_by(LeadRow.id).limit(limit).with_for_update()
        ids = list(self._session.scalars(some))
        decided = update(LeadRow).where(LeadRow.id.in_(ids), WAITS).values(decision=decision, decided_at=func.now())
        return list(self._session.scalars(decided.returning(LeadRow.member_id)))

    def take_back(
        self, site: str, network: str, day: date, sign: SignUpSign, decision: Decision, limit: int
    ) -> Sequence[UUID | None]:
        """Let some of a group's decided sign-ups wait again. Returns their members, erased ones as None."""
        decided = LeadRow.decision == decision
        some = select(LeadRow.id).where(_is_group(site, network, day, sign), decided).order_by(LeadRow.id).limit(limit)
        ids = list(self._session.scalars(some.with_for_update()))
        undone = update(LeadRow).where(LeadRow.id.in_(ids), decided).values(decision=None, decided_at=None)
        return list(self._session.scalars(undone.returning(LeadRow.member_id)))

    def confirmed_shares(self, recent: timedelta, month: timedelta, settled: timedelta) -> Mapping[Source, list[Share]]:
        """By site and network: of the sign-ups of the recent time and of the month before it, the confirmed."""
        return self._shares(LeadRow.confirmed_at.is_not(None), recent, month, settled)

    def chargeback_shares(self, recent: timedelta, month: timedelta) -> Mapping[Source, list[Share]]:
        """By site and network: of the buyers who signed up then, those with a purchase whose chargeback stands."""
        return self._shares(_charged_back(), recent, month, timedelta(), LeadRow.first_paid_at.is_not(None))

    def suspect_recent(
        self, source: Source, sign: SignUpSign, recent: timedelta, settled: timedelta = timedelta()
    ) -> int:
        """Make recent sign-ups with this sign suspect that are not suspect yet. Returns their number."""
        is_unconfirmed, is_buyer = LeadRow.confirmed_at.is_(None), LeadRow.first_paid_at.is_not(None)
        has_sign = is_unconfirmed if sign is SignUpSign.UNCONFIRMED else is_buyer
        site, network = source
        changed: Any = self._session.execute(
            update(LeadRow)
            .where(LeadRow.site == site, LeadRow.network == network, has_sign, LeadRow.suspicion.is_(None))
            .where(*_between(settled, recent))
            .values(suspicion=sign),
            execution_options={"synchronize_session": False},
        )
        return int(changed.rowcount)

    def _groups(self, limit: int, *conditions: ColumnElement[bool]) -> Sequence[SuspectGroup]:
        key = (LeadRow.network, _day_of_sign_up.label("day"), LeadRow.suspicion, LeadRow.decision)
        counts = {
            "sign_ups": func.count(),
            "confirmed": func.count(LeadRow.confirmed_at),
            "buyers": func.count(LeadRow.first_paid_at),
        }
        rows = self._session.execute(
            select(*key, *(value.label(name) for name, value in counts.items()))
            .where(*conditions, LeadRow.suspicion.is_not(None))
            .group_by(LeadRow.network, _day_of_sign_up, LeadRow.suspicion, LeadRow.decision)
            .order_by(_day_of_sign_up.desc(), LeadRow.network, LeadRow.suspicion, LeadRow.decision)
            .limit(limit)
        )
        return [
            SuspectGroup(
                row.network,
                row.day,
                SignUpSign(row.suspicion),
                row.sign_ups,
                row.confirmed,
                row.buyers,
                Decision(row.decision) if row.decision else None,
            )
            for row in rows
        ]

    def _shares(
        self,
        has_sign: ColumnElement[bool],
        recent: timedelta,
        month: timedelta,
        settled: timedelta,
        *of: ColumnElement[bool],
    ) -> Mapping[Source, list[Share]]:
        is_recent, is_before = and_(*_between(settled, recent)), and_(*_between(recent, recent + month))
        sums = [func.count().filter(*when) for time in (is_recent, is_before) for when in ((time, has_sign), (time,))]
        rows: Iterable[Any] = self._session.execute(
            select(LeadRow.site, LeadRow.network, *sums)
            .where(LeadRow.network != "", or_(is_recent, is_before), *of)
            .group_by(LeadRow.site, LeadRow.network)
        )
        return {(row[0], row[1]): [Share(row[2], row[3]), Share(row[4], row[5])] for row in rows}


def _is_group(site: str, network: str, day: date, sign: SignUpSign) -> ColumnElement[bool]:
    theirs = and_(LeadRow.site == site, LeadRow.network == network)
    return and_(theirs, _day_of_sign_up == day, LeadRow.suspicion == sign)


def _between(younger: timedelta, older: timedelta) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return LeadRow.signed_up_at >= func.now() - older, LeadRow.signed_up_at < func.now() - younger


def _charged_back() -> ColumnElement[bool]:
    reasons = [CHARGEBACK, RESTORED]
    back = (
        select(ReversalRow.payment_id)
        .join(ReceiptRow, ReceiptRow.payment_id == ReversalRow.payment_id)
        .where(ReceiptRow.lead_id == LeadRow.id, ReversalRow.reason.in_(reasons))
        .group_by(ReversalRow.payment_id)
        .having(func.sum(ReversalRow.minor) > 0)
    )
    return back.correlate(LeadRow).exists()
