"""Suspect sign-ups: they wait for a marketer, counted apart."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Date, and_, cast, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.money import CHARGEBACK, RESTORED
from lander.domain.suspect_sign_up import Decision, Share, SignUpSign, SuspectGroup
from lander.storage.tables import LeadRow, ReceiptRow, ReversalRow, SignUpHourRow

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

    def count_hour(self, site: str, network: str, hour: datetime) -> int:
        """Count a sign-up. Returns those of its hour."""
        row = insert(SignUpHourRow).values(site=site, network=network, hour=hour, sign_ups=1)
        keys = [SignUpHourRow.site, SignUpHourRow.network, SignUpHourRow.hour]
        more = {"sign_ups": SignUpHourRow.sign_ups + 1}
        counted = row.on_conflict_do_update(index_elements=keys, set_=more).returning(SignUpHourRow.sign_ups)
        return int(self._session.scalar(counted) or 0)

    def hours(self, site: str, network: str, first: datetime, before: datetime) -> Sequence[int]:
        """The sign-ups of each hour that had any."""
        within = (SignUpHourRow.hour >= first, SignUpHourRow.hour < before)
        theirs = (SignUpHourRow.site == site, SignUpHourRow.network == network)
        return list(self._session.scalars(select(SignUpHourRow.sign_ups).where(*theirs, *within)))

    def waiting(self, site: str, limit: int) -> Sequence[SuspectGroup]:
        """Sign-ups that wait for a decision, by network, day and sign, the newest day first."""
        rows = self._session.execute(
            select(
                LeadRow.network,
                _day_of_sign_up.label("day"),
                LeadRow.suspicion,
                func.count().label("sign_ups"),
                func.count(LeadRow.confirmed_at).label("confirmed"),
                func.count(LeadRow.first_paid_at).label("buyers"),
            )
            .where(LeadRow.site == site, WAITS)
            .group_by(LeadRow.network, _day_of_sign_up, LeadRow.suspicion)
            .order_by(_day_of_sign_up.desc(), LeadRow.network, LeadRow.suspicion)
            .limit(limit)
        )
        return [
            SuspectGroup(row.network, row.day, SignUpSign(row.suspicion), row.sign_ups, row.confirmed, row.buyers)
            for row in rows
        ]

    def decide(
        self, site: str, network: str, day: date, sign: SignUpSign, decision: Decision, limit: int
    ) -> Sequence[UUID | None]:
        """Decide some of a group's sign-ups, locked in the order of ids. Returns their members, erased ones as None."""
        theirs = (LeadRow.site == site, LeadRow.network == network)
        group = and_(*theirs, _day_of_sign_up == day, LeadRow.suspicion == sign)
        some = select(LeadRow.id).where(WAITS, group).order_by(LeadRow.id).limit(limit).with_for_update()
        ids = list(self._session.scalars(some))
        decided = update(LeadRow).where(LeadRow.id.in_(ids), WAITS).values(decision=decision, decided_at=func.now())
        return list(self._session.scalars(decided.returning(LeadRow.member_id)))

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
