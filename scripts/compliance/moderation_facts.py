"""Notices, restrictions and appeals of a site in a period, from the database of profiles. Days begin at midnight UTC.

A decision without a complaint, as about a photo, is one of every site of the member's pool, which all show the member;
that of an erased member, whose pool nobody knows, is one of every site.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

import psycopg
from profiles.moderation.domain.moderation import Decision, Detection, Kind, Measure
from psycopg.rows import dict_row

VISIBILITY = frozenset({Measure.HIDE, Measure.REVIEW, Measure.REJECT_PHOTO, Measure.HOLD_TEXT, Measure.BLOCK_PICTURE})
# Restrictions of what a member shows, and of their account.
RESTRICTIONS = VISIBILITY | {Measure.SUSPEND}
NOTICES = (Kind.PROFILE.value, Kind.CHAT.value, Kind.OTHER.value)

_NOTICES = """
    SELECT c.reason, c.outcome, extract(epoch FROM c.decided_at - c.made_at) / 3600 AS hours,
           (SELECT ground FROM decisions d WHERE d.complaint_id = coalesce(c.case_id, c.id) ORDER BY number LIMIT 1)
               AS ground
    FROM complaints c WHERE c.kind = ANY(%(kinds)s) AND c.made_at >= %(start)s AND c.made_at < %(end)s
    AND c.site = %(site)s
"""
# A decision that a second person has confirmed has two rows; the restriction is counted once, on the day of the first.
_DECISIONS = """
    SELECT d.id, d.member_id, d.measure, d.actor_id, d.complaint_id, d.reason, d.ground, d.until, d.decided_at,
           c.kind AS found_in, coalesce(p.added_at, m.joined_at, d.decided_at)::date AS content_date
    FROM decisions d LEFT JOIN complaints c ON c.id = d.complaint_id
    LEFT JOIN photos p ON p.id = d.photo_id LEFT JOIN profiles m ON m.member_id = d.member_id
    WHERE d.measure = ANY(%(measures)s) AND d.decided_at >= %(start)s AND d.decided_at < %(end)s
    AND coalesce(c.site, %(site)s) = %(site)s AND (c.id IS NOT NULL OR coalesce(m.pool, %(pool)s) = %(pool)s)
    AND NOT EXISTS (SELECT FROM confirmations WHERE final_decision_id = d.id AND outcome = 'confirmed')
    ORDER BY d.number
"""
_APPEALS = """
    SELECT d.measure, c.outcome, extract(epoch FROM c.decided_at - c.made_at) / 3600 AS hours
    FROM complaints c LEFT JOIN decisions d ON d.id = c.decision_id
    WHERE c.kind = 'appeal' AND c.made_at >= %(start)s AND c.made_at < %(end)s AND c.site = %(site)s
"""


@dataclass(frozen=True)
class ReceivedNotice:
    reason: str
    outcome: str | None
    hours: float | None
    ground: str | None


@dataclass(frozen=True)
class Restriction:
    decision: Decision
    content_date: date

    @property
    def is_own_initiative(self) -> bool:
        return self.decision.detection is not Detection.REPORT


@dataclass(frozen=True)
class Appeal:
    measure: str | None  # None when the decision is forgotten
    outcome: str | None
    hours: float | None


@dataclass(frozen=True)
class Period:
    """From the first day until before `end`."""

    start: date
    end: date


class ModerationFacts:
    def __init__(self, connection: psycopg.Connection[Any], period: Period, site: str, pool: int) -> None:
        self._connection, self._period = connection, period
        self._of_site = {"site": site, "pool": pool}

    def notices(self) -> list[ReceivedNotice]:
        return [ReceivedNotice(**row) for row in self._rows(_NOTICES, kinds=list(NOTICES))]

    def appeals(self) -> list[Appeal]:
        return [Appeal(**row) for row in self._rows(_APPEALS)]

    def restrictions(self) -> Iterator[Restriction]:
        return self._decisions(RESTRICTIONS)

    def suspended_reports(self) -> int:
        return sum(1 for _ in self._decisions([Measure.SUSPEND_REPORTS]))

    def _decisions(self, measures: Sequence[Measure] | frozenset[Measure]) -> Iterator[Restriction]:
        for row in self._rows(_DECISIONS, measures=[measure.value for measure in measures]):
            content_date, found_in = row.pop("content_date"), row.pop("found_in")
            measure, kind = Measure(row.pop("measure")), Kind(found_in) if found_in else None
            yield Restriction(Decision(**row, measure=measure, found_in=kind), content_date)

    def _rows(self, query: str, **more: Any) -> Iterator[dict[str, Any]]:
        within = {"start": _midnight(self._period.start), "end": _midnight(self._period.end)}
        cursor = self._connection.cursor(row_factory=dict_row)
        for row in cursor.execute(query, within | self._of_site | more):
            yield {
                name: float(value) if name == "hours" and value is not None else value for name, value in row.items()
            }


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
