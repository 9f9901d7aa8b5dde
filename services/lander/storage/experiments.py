from collections.abc import Sequence
from datetime import date

from sqlalchemy import Date, and_, cast, distinct, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.experiment import ArmFigures, Experiment, Goal
from lander.domain.page import Arm
from lander.storage.suspects import IS_SUSPECT
from lander.storage.tables import ArmRow, ExperimentRow, LeadRow, PageRow, ReceiptRow, ReversalRow, ViewRow

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

    def start(self, page_id: int, goal: Goal, arms: Sequence[tuple[int, float]], note: str) -> int:
        made = self._session.execute(
            insert(ExperimentRow).values(page_id=page_id, goal=goal, note=note).returning(ExperimentRow.id)
        ).scalar_one()
        for version, weight in arms:
            self._session.execute(insert(ArmRow).values(experiment_id=made, version=version, weight=weight))
        return made

    def end(self, experiment_id: int) -> None:
        self._session.execute(
            update(ExperimentRow).where(ExperimentRow.id == experiment_id).values(ended_at=func.now())
        )

    def change(self, experiment_id: int, *, is_paused: bool, note: str) -> None:
        """A pause keeps the time it began at."""
        paused_at = func.coalesce(ExperimentRow.paused_at, func.now()) if is_paused else None
        self._session.execute(
            update(ExperimentRow).where(ExperimentRow.id == experiment_id).values(paused_at=paused_at, note=note)
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
            Experiment(
                row.id, slug, Goal(row.goal), row.started_at, row.ended_at, self._arms(row.id), row.paused_at, row.note
            )
            for row, slug in self._session.execute(rows)
        ]

    def is_running(self, page_id: int) -> bool:
        running = select(ExperimentRow.id).where(ExperimentRow.page_id == page_id, ExperimentRow.ended_at.is_(None))
        return self._session.scalars(running).first() is not None

    def figures(self, site: str, experiment: Experiment) -> list[ArmFigures]:
        """Counts of each arm until now."""
        ids = [arm.id for arm in experiment.arms]
        views = select(
            ViewRow.arm,
            func.sum(ViewRow.views).label("views"),
            func.greatest(func.sum(ViewRow.views) - func.sum(ViewRow.went_on), 0).label("bounced"),
        ).where(ViewRow.site == site, ViewRow.page == experiment.slug, ViewRow.arm.in_(ids), ~ViewRow.is_suspect)
        of_arms = and_(LeadRow.site == site, LeadRow.page == experiment.slug, LeadRow.arm.in_(ids))
        sign_ups = select(
            LeadRow.arm,
            func.count().filter(IS_SUSPECT).label("suspects"),
            func.count().filter(~IS_SUSPECT).label("sign_ups"),
            func.count(LeadRow.confirmed_at).filter(~IS_SUSPECT).label("confirmed"),
            func.count(LeadRow.first_paid_at).filter(~IS_SUSPECT).label("purchases"),
        ).where(of_arms)
        refunds = (
            select(LeadRow.arm, func.count(distinct(ReversalRow.payment_id)).label("refunds"))
            .join(ReceiptRow, ReceiptRow.lead_id == LeadRow.id)
            .join(ReversalRow, ReversalRow.payment_id == ReceiptRow.payment_id)
            .where(of_arms, ReversalRow.minor > 0)
        )
        counts: dict[int, dict[str, int]] = {each: {} for each in ids}
        for statement, table in ((views, ViewRow), (sign_ups, LeadRow), (refunds, LeadRow)):
            for row in self._session.execute(statement.group_by(table.arm)).mappings():
                counts[row["arm"]] |= {name: int(value) for name, value in row.items() if name != "arm"}
        return [ArmFigures(arm, **counts[arm.id]) for arm in experiment.arms]

    def pace(self, site: str, slug: str, goal: Goal, days: int) -> tuple[float, float | None]:
        """Views a day of a page in its last so many whole days, and the part of them that reached the goal; None
        without views."""
        first = func.current_date() - days
        within = and_(ViewRow.day >= first, ViewRow.day < func.current_date())
        views = self._session.scalar(
            select(func.coalesce(func.sum(ViewRow.views), 0)).where(
                ViewRow.site == site, ViewRow.page == slug, ~ViewRow.is_suspect, within
            )
        )
        reached = self._session.scalar(
            select(func.count(REACHED_AT[goal])).where(
                LeadRow.site == site,
                LeadRow.page == slug,
                LeadRow.signed_up_at >= first,
                LeadRow.signed_up_at < func.current_date(),
                ~IS_SUSPECT,
            )
        )
        seen = int(views or 0)
        return seen / days, (reached or 0) / seen if seen else None

    def looks(self, site: str, experiment: Experiment) -> dict[date, Look]:
        """Views and conversions until the end of each day (UTC) that had some, in their order."""
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
        looks: dict[date, Look] = {}
        total: Look = ([0] * len(ids), [0] * len(ids))
        for at in sorted({at for at, _ in [*seen, *converted]}):
            total = (
                [count + seen.get((at, arm), 0) for count, arm in zip(total[0], ids, strict=True)],
                [count + converted.get((at, arm), 0) for count, arm in zip(total[1], ids, strict=True)],
            )
            looks[at] = total
        return looks

    def _arms(self, experiment_id: int) -> list[Arm]:
        rows = select(ArmRow).where(ArmRow.experiment_id == experiment_id).order_by(ArmRow.id)
        return [Arm(row.id, row.version, row.weight) for row in self._session.scalars(rows)]
