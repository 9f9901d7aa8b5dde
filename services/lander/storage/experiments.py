from collections.abc import Sequence

from sqlalchemy import Date, cast, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.experiment import ArmFigures, Experiment, Goal
from lander.domain.page import Arm
from lander.storage.suspects import IS_SUSPECT
from lander.storage.tables import ArmRow, ExperimentRow, LeadRow, PageRow, ViewRow

REACHED_AT = {
    Goal.SIGN_UP: LeadRow.signed_up_at,
    Goal.CONFIRMED: LeadRow.confirmed_at,
    Goal.PURCHASE: LeadRow.first_paid_at,
}
# Views and conversions by arm until a day, both cumulative.
Look = tuple[list[int], list[int]]


class ExperimentRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def start(self, page_id: int, goal: Goal, arms: Sequence[tuple[int, float]]) -> int:
        made = self._session.execute(
            insert(ExperimentRow).values(page_id=page_id, goal=goal).returning(ExperimentRow.id)
        ).scalar_one()
        for version, weight in arms:
            self._session.execute(insert(ArmRow).values(experiment_id=made, version=version, weight=weight))
        return made

    def end(self, experiment_id: int) -> None:
        self._session.execute(
            update(ExperimentRow).where(ExperimentRow.id == experiment_id).values(ended_at=func.now())
        )

    def of_site(self, site: str) -> Sequence[Experiment]:
        """The experiments of a site, newest first."""
        rows = (
            select(ExperimentRow, PageRow.slug)
            .join(PageRow, PageRow.id == ExperimentRow.page_id)
            .where(PageRow.site == site)
            .order_by(ExperimentRow.id.desc())
        )
        return [
            Experiment(row.id, slug, Goal(row.goal), row.started_at, row.ended_at, self._arms(row.id))
            for row, slug in self._session.execute(rows)
        ]

    def is_running(self, page_id: int) -> bool:
        running = select(ExperimentRow.id).where(ExperimentRow.page_id == page_id, ExperimentRow.ended_at.is_(None))
        return self._session.scalars(running).first() is not None

    def figures(self, site: str, experiment: Experiment) -> list[ArmFigures]:
        """Counts of each arm until now."""
        ids = [arm.id for arm in experiment.arms]
        views = dict(
            self._session.execute(
                select(ViewRow.arm, func.sum(ViewRow.views))
                .where(ViewRow.site == site, ViewRow.page == experiment.slug, ViewRow.arm.in_(ids))
                .where(ViewRow.is_suspect.is_(False))
                .group_by(ViewRow.arm)
            ).all()
        )
        counts = {
            row.arm: row
            for row in self._session.execute(
                select(
                    LeadRow.arm,
                    func.count(LeadRow.signed_up_at).label("sign_ups"),
                    func.count(LeadRow.confirmed_at).label("confirmed"),
                    func.count(LeadRow.first_paid_at).label("purchases"),
                )
                .where(LeadRow.site == site, LeadRow.page == experiment.slug, LeadRow.arm.in_(ids), ~IS_SUSPECT)
                .group_by(LeadRow.arm)
            )
        }
        return [
            ArmFigures(
                arm,
                int(views.get(arm.id, 0)),
                *((row.sign_ups, row.confirmed, row.purchases) if (row := counts.get(arm.id)) else (0, 0, 0)),
            )
            for arm in experiment.arms
        ]

    def looks(self, site: str, experiment: Experiment) -> list[Look]:
        """What the evidence is at the end of each day (UTC), in their order."""
        ids = [arm.id for arm in experiment.arms]
        reached = REACHED_AT[experiment.goal]
        day = cast(func.timezone("UTC", reached), Date)
        views = self._session.execute(
            select(ViewRow.day, ViewRow.arm, func.sum(ViewRow.views))
            .where(ViewRow.site == site, ViewRow.page == experiment.slug, ViewRow.arm.in_(ids))
            .where(ViewRow.is_suspect.is_(False))
            .group_by(ViewRow.day, ViewRow.arm)
        )
        conversions = self._session.execute(
            select(day, LeadRow.arm, func.count())
            .where(LeadRow.site == site, LeadRow.page == experiment.slug, LeadRow.arm.in_(ids), reached.is_not(None))
            .where(~IS_SUSPECT)
            .group_by(day, LeadRow.arm)
        )
        seen = {(at, arm): int(count) for at, arm, count in views}
        converted = {(at, arm): int(count) for at, arm, count in conversions}
        looks: list[Look] = []
        total: Look = ([0] * len(ids), [0] * len(ids))
        for at in sorted({at for at, _ in [*seen, *converted]}):
            total = (
                [count + seen.get((at, arm), 0) for count, arm in zip(total[0], ids, strict=True)],
                [count + converted.get((at, arm), 0) for count, arm in zip(total[1], ids, strict=True)],
            )
            looks.append(total)
        return looks

    def _arms(self, experiment_id: int) -> list[Arm]:
        rows = select(ArmRow).where(ArmRow.experiment_id == experiment_id).order_by(ArmRow.id)
        return [Arm(row.id, row.version, row.weight) for row in self._session.scalars(rows)]
