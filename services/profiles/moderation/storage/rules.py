"""Rules of the desk, their matches, and the members that they are matched with."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from shared.kit.core import new_id
from sqlalchemy import ColumnElement, and_, case, delete, exists, func, literal, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from profiles.domain.fields import TEXTS, moderated_text
from profiles.domain.prompt_answers import answers_of
from profiles.moderation.domain.case_work import MOST_LABELS
from profiles.moderation.domain.desk_queue import Severity
from profiles.moderation.domain.moderation import GATHERED, REPORTS, Desk, Outcome, Reason
from profiles.moderation.domain.rules import (
    MOST_RULES,
    SIMULATED_DAYS,
    Conditions,
    ContentKind,
    Effect,
    Hides,
    PastReport,
    Report,
    Rule,
    RuleMatch,
    RuleMember,
    RuleNumbers,
    RuleState,
    Simulation,
)
from profiles.moderation.storage.tables import ComplaintRow, DecisionRow, DeskCaseRow, DeskRuleRow, RuleMatchRow
from profiles.storage.tables import ProfileRow

# Rules count reports of this time at most.
REPORTS_LAST = timedelta(days=SIMULATED_DAYS)
IS_REPORT = ComplaintRow.kind.in_([kind.value for kind in REPORTS])


class RuleRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def of_desk(self, desk: Desk) -> list[Rule]:
        return self._select(DeskRuleRow.site.in_(desk.sites))

    def on(self, site: str) -> list[Rule]:
        return self._select(DeskRuleRow.site == site, DeskRuleRow.state == RuleState.ON.value)

    def find(self, desk: Desk, rule_id: UUID) -> Rule | None:
        return next(iter(self._select(DeskRuleRow.site.in_(desk.sites), DeskRuleRow.id == rule_id)), None)

    def lock(self, desk: Desk, rule_id: UUID) -> Rule | None:
        """Lock a rule of the desk until the transaction ends: of two people at once the second sees what the first
        did."""
        found = select(DeskRuleRow).where(DeskRuleRow.id == rule_id, DeskRuleRow.site.in_(desk.sites))
        row = self._session.scalars(found.with_for_update()).one_or_none()
        return _rule(row) if row else None

    def save(self, rule: Rule) -> bool:
        """Store a rule with its version and state. False when its site has too many, or another desk has its id."""
        # Of two rules that are saved at once the second counts the first.
        self._session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"desk rules {rule.site}", 4))))
        others = select(func.count()).where(DeskRuleRow.site == rule.site, DeskRuleRow.id != rule.id)
        if self._session.execute(others).scalar_one() >= MOST_RULES:
            return False
        wanted, effect = rule.conditions, rule.effect
        values = {
            "name": rule.name,
            "version": rule.version,
            "state": rule.state.value,
            "content": sorted(wanted.content),
            "words": list(wanted.words),
            **{name: getattr(wanted, name) for name in ("pattern", "younger_than_days", "reports", "reports_days")},
            "severity": effect.severity,
            "label": effect.label,
            "reason": effect.reason.value,
            "hides": effect.hides,
            "changed_at": func.now(),
        }
        saved = insert(DeskRuleRow).values(id=rule.id, site=rule.site, **values)
        failures = case((DeskRuleRow.version == rule.version, DeskRuleRow.failures), else_=0)
        replaced = saved.on_conflict_do_update(
            index_elements=[DeskRuleRow.id],
            set_={**values, "failures": failures},
            where=DeskRuleRow.site == rule.site,
        )
        return self._session.execute(replaced.returning(DeskRuleRow.id)).first() is not None

    def switch(self, rule: Rule, state: RuleState, proposed_by: UUID | None, confirmed_by: UUID | None) -> None:
        values = {"state": state.value, "proposed_by": proposed_by, "confirmed_by": confirmed_by}
        self._session.execute(update(DeskRuleRow).where(DeskRuleRow.id == rule.id).values(**values))

    def delete(self, rule: Rule) -> None:
        """Delete a rule; its matches stay with their cases."""
        self._session.execute(delete(DeskRuleRow).where(DeskRuleRow.id == rule.id))

    def store_simulation(self, rule: Rule, simulation: Simulation) -> None:
        """Store the state of a simulation, unless the rule was changed meanwhile."""
        of_version = (DeskRuleRow.id == rule.id, DeskRuleRow.version == simulation.version)
        done = {"simulated_version": simulation.version} if simulation.is_done else {}
        stored = update(DeskRuleRow).where(*of_version).values(simulation=simulation.to_row(), **done)
        self._session.execute(stored)

    def member(self, member_id: UUID, at: datetime) -> RuleMember | None:
        """A member with the reports about them, as rules know them at this time."""
        found = self._members(ProfileRow.member_id == member_id)
        if not found:
            return None
        return replace(found[0], reports=self._reports([member_id], at).get(member_id, ()))

    def count_members(self, pool: int, at: datetime, most: int) -> int:
        """Count the members of a simulation, `most` at most: then it stops to read the table."""
        counted = select(ProfileRow.member_id).where(_is_simulated(pool, at)).limit(most)
        return self._session.execute(select(func.count()).select_from(counted.subquery())).scalar_one()

    def members(self, pool: int, at: datetime, after: UUID | None, limit: int) -> list[RuleMember]:
        """Members who were active or reported within the simulated days, in the order of their ids, which are random:
        the first of them are a sample."""
        following = () if after is None else (ProfileRow.member_id > after,)
        found = self._members(_is_simulated(pool, at), *following, limit=limit)
        # A report on the first simulated day counts those of the days before it.
        reports = self._reports([each.member_id for each in found], at, REPORTS_LAST * 2)
        return [replace(each, reports=reports.get(each.member_id, ())) for each in found]

    def past_reports(self, site: str, member_ids: Collection[UUID], at: datetime) -> dict[UUID, list[PastReport]]:
        """Reports of the simulated days about these members, made on this site."""
        rows = self._session.scalars(
            select(ComplaintRow)
            .where(
                ComplaintRow.about_id.in_(member_ids),
                ComplaintRow.made_at > at - REPORTS_LAST,
                ComplaintRow.site == site,
                IS_REPORT,
            )
            .order_by(ComplaintRow.number)
        )
        found: dict[UUID, list[PastReport]] = defaultdict(list)
        for row in rows:
            report = PastReport(
                row.id,
                row.number,
                row.case_id,
                row.made_at,
                row.evidence,
                Outcome(row.outcome) if row.outcome else None,
            )
            if row.about_id is not None:
                found[row.about_id].append(report)
        return found

    def open_case(self, site: str, member_id: UUID) -> UUID | None:
        """The open case about a member, named by the first of what it gathers."""
        is_of_case = and_(
            ComplaintRow.about_id == member_id,
            ComplaintRow.kind.in_([kind.value for kind in GATHERED]),
            ComplaintRow.decided_at.is_(None),
            ComplaintRow.site == site,
        )
        return self._session.scalar(select(ComplaintRow.id).where(is_of_case).order_by(ComplaintRow.number).limit(1))

    def sort(self, complaint_id: UUID, case_id: UUID, effect: Effect) -> None:
        """Give a complaint at least this severity, and its case this label, where it has room for one more."""
        if effect.severity is not None:
            raised = func.least(ComplaintRow.severity, effect.severity.value)
            self._session.execute(update(ComplaintRow).where(ComplaintRow.id == complaint_id).values(severity=raised))
        if effect.label is not None:
            added = insert(DeskCaseRow).values(case_id=case_id, is_photo=False, labels=[effect.label])
            is_new = and_(
                literal(effect.label) != DeskCaseRow.labels.all_(),
                func.cardinality(DeskCaseRow.labels) < MOST_LABELS,
            )
            self._session.execute(
                added.on_conflict_do_update(
                    index_elements=[DeskCaseRow.case_id, DeskCaseRow.is_photo],
                    set_={"labels": DeskCaseRow.labels.op("||")(added.excluded.labels)},
                    where=is_new,
                )
            )

    def add_match(self, rule: Rule, member_id: UUID, complaint_id: UUID, found: Sequence[str]) -> bool:
        """Record a match. False when this version of the rule has matched the complaint before."""
        added = insert(RuleMatchRow).values(
            id=new_id(),
            rule_id=rule.id,
            name=rule.name,
            version=rule.version,
            member_id=member_id,
            complaint_id=complaint_id,
            found=list(found),
        )
        once = added.on_conflict_do_nothing().returning(RuleMatchRow.id)
        return self._session.execute(once).first() is not None

    def add_failure(self, rule: Rule) -> None:
        of_version = DeskRuleRow.id == rule.id, DeskRuleRow.version == rule.version
        self._session.execute(update(DeskRuleRow).where(*of_version).values(failures=DeskRuleRow.failures + 1))

    def was_dismissed(self, rule: Rule, member_id: UUID) -> bool:
        """Whether a person dismissed a case of this member that the rule had matched lately, or granted an appeal
        against what the rule did for it."""
        is_dismissed = and_(
            ComplaintRow.id == RuleMatchRow.complaint_id, ComplaintRow.outcome == Outcome.DISMISSED.value
        )
        by_rule = select(DecisionRow.id).where(
            DecisionRow.member_id == member_id,
            DecisionRow.complaint_id == RuleMatchRow.complaint_id,
            DecisionRow.actor_id.is_(None),
        )
        is_granted = and_(ComplaintRow.decision_id.in_(by_rule), ComplaintRow.outcome == Outcome.ACTED.value)
        found = select(RuleMatchRow.id).where(
            RuleMatchRow.member_id == member_id,
            RuleMatchRow.rule_id == rule.id,
            exists().where(
                ComplaintRow.about_id == member_id,
                or_(is_dismissed, is_granted),
                ComplaintRow.decided_at > func.now() - REPORTS_LAST,
            ),
        )
        return self._session.execute(found.limit(1)).first() is not None

    def matches(self, complaint_ids: Collection[UUID]) -> dict[UUID, list[RuleMatch]]:
        """The rules that each of these complaints matched."""
        found: dict[UUID, list[RuleMatch]] = defaultdict(list)
        if not complaint_ids:
            return found
        of_case = select(RuleMatchRow).where(RuleMatchRow.complaint_id.in_(complaint_ids))
        for row in self._session.scalars(of_case.order_by(RuleMatchRow.name, RuleMatchRow.id)):
            if row.complaint_id is not None:
                found[row.complaint_id].append(RuleMatch(row.rule_id, row.name, row.version, tuple(row.found)))
        return found

    def numbers(self, rules: Collection[Rule]) -> Mapping[UUID, RuleNumbers]:
        """Matches and failures of the current version of each rule, and the outcomes of the matched cases."""

        def outcome(wanted: Outcome) -> Any:
            return func.count(RuleMatchRow.id).filter(ComplaintRow.outcome == wanted.value)

        is_of_version = and_(RuleMatchRow.rule_id == DeskRuleRow.id, RuleMatchRow.version == DeskRuleRow.version)
        rows = self._session.execute(
            select(
                DeskRuleRow.id,
                DeskRuleRow.failures,
                func.count(RuleMatchRow.id).label("matches"),
                outcome(Outcome.ACTED).label("broken"),
                outcome(Outcome.DISMISSED).label("nothing_wrong"),
            )
            .outerjoin(RuleMatchRow, is_of_version)
            .outerjoin(ComplaintRow, ComplaintRow.id == RuleMatchRow.complaint_id)
            .where(DeskRuleRow.id.in_([rule.id for rule in rules]))
            .group_by(DeskRuleRow.id)
        )
        return {row.id: RuleNumbers(row.matches, row.broken, row.nothing_wrong, row.failures) for row in rows}

    def _select(self, *which: ColumnElement[bool]) -> list[Rule]:
        rows = self._session.scalars(select(DeskRuleRow).where(*which).order_by(DeskRuleRow.name, DeskRuleRow.id))
        return [_rule(row) for row in rows]

    def _members(self, *which: ColumnElement[bool], limit: int | None = None) -> list[RuleMember]:
        columns = (ProfileRow.__table__.c[name] for name in TEXTS)
        rows = self._session.execute(
            select(ProfileRow.member_id, ProfileRow.joined_at, ProfileRow.name, ProfileRow.prompt_answers, *columns)
            .where(*which)
            .order_by(ProfileRow.member_id)
            .limit(limit)
        ).mappings()
        return [
            RuleMember(
                row["member_id"],
                row["joined_at"],
                row["name"],
                moderated_text(dict(row), (answer.text for answer in answers_of(row["prompt_answers"]))),
            )
            for row in rows
        ]

    def _reports(
        self, member_ids: Iterable[UUID], at: datetime, within: timedelta = REPORTS_LAST
    ) -> dict[UUID, list[Report]]:
        rows = self._session.execute(
            select(ComplaintRow.about_id, ComplaintRow.reporter_id, ComplaintRow.made_at).where(
                ComplaintRow.about_id.in_(list(member_ids)),
                ComplaintRow.reporter_id.is_not(None),
                ComplaintRow.made_at > at - within,
                IS_REPORT,
            )
        )
        found: dict[UUID, list[Report]] = defaultdict(list)
        for row in rows:
            found[row.about_id].append(Report(row.reporter_id, row.made_at))
        return found


def _is_simulated(pool: int, at: datetime) -> ColumnElement[bool]:
    since = at - REPORTS_LAST
    is_reported = exists().where(ComplaintRow.about_id == ProfileRow.member_id, ComplaintRow.made_at > since, IS_REPORT)
    return and_(ProfileRow.pool == pool, ~ProfileRow.fictional, or_(ProfileRow.last_active_at > since, is_reported))


def _rule(row: DeskRuleRow) -> Rule:
    return Rule(
        id=row.id,
        site=row.site,
        name=row.name,
        conditions=Conditions(
            frozenset(ContentKind(each) for each in row.content),
            tuple(row.words),
            row.pattern,
            row.younger_than_days,
            row.reports,
            row.reports_days,
        ),
        effect=Effect(
            None if row.severity is None else Severity(row.severity),
            row.label,
            Reason(row.reason),
            Hides(row.hides) if row.hides else None,
        ),
        version=row.version,
        state=RuleState(row.state),
        proposed_by=row.proposed_by,
        simulation=Simulation.of_row(row.simulation) if row.simulation else None,
    )
