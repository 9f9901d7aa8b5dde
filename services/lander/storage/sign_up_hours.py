"""Sign-ups of a network by hour: their evidence, and the suspects of a burst."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, case, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.burst import (
    HOURS_BEFORE,
    LEAST_ROOM,
    PROVED_BY_CONFIRMATION,
    PROVED_BY_PURCHASE,
    TRUSTED_FOR,
    Expectation,
    Hour,
)
from lander.domain.suspect_sign_up import Decision, SignUpSign
from lander.domain.view import OTHER
from lander.storage.suspects import WAITS
from lander.storage.tables import LeadRow, NetworkRow, SignUpHourRow

AN_HOUR = timedelta(hours=1)


class HourKey(NamedTuple):
    """An hour of a network of a site; `other` is all those the site does not work with."""

    site: str
    network: str
    hour: datetime


class SignUpHourRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def of_member(self, member_id: UUID) -> HourKey | None:
        """The hour of a member's sign-up; None without a network."""
        query = select(*_KEY).where(LeadRow.member_id == member_id, LeadRow.signed_up_at.is_not(None))
        row = self._session.execute(query.where(LeadRow.network != "")).first()
        return None if row is None else HourKey(*row)

    def count(self, key: HourKey) -> Hour:
        """Count an hour's sign-ups, confirmations and buyers, and store them.

        The row's lock makes two events of one hour count one after the other: the second statement sees what the first
        event committed.
        """
        self._session.execute(insert(SignUpHourRow).values(**key._asdict()).on_conflict_do_nothing())
        row = self._session.get_one(SignUpHourRow, key, with_for_update=True, populate_existing=True)
        counts = select(func.count(), func.count(LeadRow.confirmed_at), func.count(LeadRow.first_paid_at))
        sign_ups, confirmed, buyers = self._session.execute(counts.where(_within(key), _is_genuine)).one()
        row.sign_ups, row.confirmed, row.buyers = sign_ups, confirmed, buyers
        return Hour(sign_ups, confirmed, buyers)

    def before(self, key: HourKey) -> Sequence[Hour]:
        """The hours of the four weeks before it that had sign-ups."""
        first, theirs = SignUpHourRow.hour >= key.hour - HOURS_BEFORE, _is_of(key.site, key.network)
        query = select(SignUpHourRow.sign_ups, SignUpHourRow.confirmed, SignUpHourRow.buyers)
        rows = self._session.execute(query.where(theirs, first, SignUpHourRow.hour < key.hour))
        return [Hour(*row) for row in rows]

    def adopt(self, site: str, network: str) -> None:
        """Count the earlier hours of a network that the site has just added: its leads have its name already."""
        hour = _KEY[2].label("hour")
        counts = (func.count(), func.count(LeadRow.confirmed_at), func.count(LeadRow.first_paid_at))
        recent = LeadRow.signed_up_at >= func.now() - HOURS_BEFORE
        past = select(LeadRow.site, LeadRow.network, hour, *counts).where(LeadRow.member_id.is_not(None), _is_genuine)
        theirs = past.where(LeadRow.site == site, LeadRow.network == network, recent)
        columns = ["site", "network", "hour", "sign_ups", "confirmed", "buyers"]
        made = insert(SignUpHourRow).from_select(columns, theirs.group_by(LeadRow.site, LeadRow.network, hour))
        self._session.execute(made.on_conflict_do_nothing())

    def expectation(self, key: HourKey) -> Expectation | None:
        row = self._session.get(NetworkRow, (key.site, key.network))
        return None if row is None else Expectation(row.added_at, row.expected_daily)

    def unsettled(self) -> Collection[HourKey]:
        """Hours that wait for evidence, and those whose time to bring it ended lately without it."""
        now = func.now()
        waiting = (
            select(*_KEY).where(WAITS, LeadRow.suspicion == SignUpSign.BURST, LeadRow.member_id.is_not(None)).distinct()
        )
        aged = select(SignUpHourRow.site, SignUpHourRow.network, SignUpHourRow.hour).where(
            SignUpHourRow.hour.between(now - 2 * TRUSTED_FOR, now - TRUSTED_FOR),
            SignUpHourRow.sign_ups > func.greatest(LEAST_ROOM, _proved),
        )
        return {HourKey(*row) for query in (waiting, aged) for row in self._session.execute(query)}

    def suspect(self, key: HourKey) -> None:
        """Make the hour's sign-ups without evidence of their own suspect.

        Rows that another event has locked are skipped, as it counts the hour again: no two events wait for each other.
        """
        unproved = and_(LeadRow.confirmed_at.is_(None), LeadRow.first_paid_at.is_(None))
        some = _some(key, LeadRow.suspicion.is_(None), unproved)
        self._session.execute(update(LeadRow).where(LeadRow.id.in_(some)).values(suspicion=SignUpSign.BURST))

    def settle(self, key: HourKey, limit: int) -> Sequence[UUID]:
        """Make some of the hour's suspects ordinary sign-ups. Returns their members."""
        some = _some(key, WAITS, LeadRow.suspicion == SignUpSign.BURST).limit(limit)
        settled = update(LeadRow).where(LeadRow.id.in_(some)).values(suspicion=None).returning(LeadRow.member_id)
        return [each for each in self._session.scalars(settled) if each is not None]


_is_known = select(NetworkRow.name).where(NetworkRow.site == LeadRow.site, NetworkRow.name == LeadRow.network).exists()
# Neither suspect by a sign of its own nor decided to be fraud.
_is_genuine = and_(
    func.coalesce(LeadRow.suspicion, SignUpSign.BURST) == SignUpSign.BURST,
    func.coalesce(LeadRow.decision, "") != Decision.FRAUD,
)
# The name an hour counts a lead by: after a yes, a lead has that of a network the site does not work with, too.
_counted_network = case((or_(LeadRow.network == "", _is_known), LeadRow.network), else_=OTHER)
_KEY = (LeadRow.site, _counted_network, func.date_trunc("hour", LeadRow.signed_up_at, "UTC"))


def _within(key: HourKey) -> ColumnElement[bool]:
    """The hour's leads; those of erased members have lost their hour."""
    hour = and_(LeadRow.signed_up_at >= key.hour, LeadRow.signed_up_at < key.hour + AN_HOUR)
    return and_(LeadRow.site == key.site, hour, _counted_network == key.network, LeadRow.member_id.is_not(None))


def _some(key: HourKey, *conditions: ColumnElement[bool]) -> Select[int]:
    return select(LeadRow.id).where(_within(key), *conditions).with_for_update(skip_locked=True)


# As `Hour.proved`, by the counts stored.
_proved = PROVED_BY_CONFIRMATION * SignUpHourRow.confirmed + PROVED_BY_PURCHASE * SignUpHourRow.buyers


def _is_of(site: str, network: str) -> ColumnElement[bool]:
    return and_(SignUpHourRow.site == site, SignUpHourRow.network == network)
