from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, timedelta
from typing import Any

from shared.statistics.money import Stakes
from sqlalchemy import ColumnElement, Date, and_, cast, distinct, func, literal, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.experiment import REVENUE_DAYS, ArmFigures, DeviceFigures, Experiment, Goal, SignUpMoney, stakes_of
from lander.domain.page import Arm
from lander.storage.suspects import IS_SUSPECT
from lander.storage.tables import (
    ArmRow,
    ExperimentRow,
    LeadRow,
    PageRow,
    ReceiptRow,
    ReversalRow,
    ViewClassRow,
    ViewRow,
)

REACHED_AT = {
    Goal.SIGN_UP: LeadRow.signed_up_at,
    Goal.CONFIRMED: LeadRow.confirmed_at,
    Goal.PURCHASE: LeadRow.first_paid_at,
    # What its estimate goes by: buyers.
    Goal.NET_REVENUE: LeadRow.first_paid_at,
}
# Views and conversions, or money, by arm until a day, both cumulative.
Look = tuple[list[int], Sequence[Any]]
DAYS = timedelta(days=REVENUE_DAYS)


class ExperimentRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def start(self, page_id: int, goal: Goal, arms: Sequence[Arm], note: str) -> int:
        made = self._session.execute(
            insert(ExperimentRow).values(page_id=page_id, goal=goal, note=note).returning(ExperimentRow.id)
        ).scalar_one()
        for arm in arms:
            values = {"version": arm.version, "weight": arm.weight, "copied_from": arm.copied_from}
            self._session.execute(insert(ArmRow).values(experiment_id=made, **values))
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
        money: defaultdict[int, Counter[str]] = defaultdict(Counter)
        for each in self._money(of_arms):
            money[each.arm][each.currency] += each.minor
        return [ArmFigures(arm, **counts[arm.id], net_revenue=money[arm.id]) for arm in experiment.arms]

    def by_device(self, site: str, experiment: Experiment) -> list[DeviceFigures]:
        """Figures by class of device and arm, those with most views first; views from before classes are in none."""
        ids = [arm.id for arm in experiment.arms]
        views = (
            select(ViewClassRow.device, ViewClassRow.arm, func.sum(ViewClassRow.views).label("views"), literal(0))
            .where(ViewClassRow.site == site, ViewClassRow.page == experiment.slug, ViewClassRow.arm.in_(ids))
            # The primary key begins with the day.
            .where(ViewClassRow.day >= experiment.started_at.astimezone(UTC).date(), ~ViewClassRow.is_suspect)
            .group_by(ViewClassRow.device, ViewClassRow.arm)
        )
        reached = REACHED_AT[experiment.goal]
        leads = (
            select(LeadRow.device, LeadRow.arm, literal(0), func.count())
            .where(LeadRow.site == site, LeadRow.page == experiment.slug, LeadRow.arm.in_(ids))
            .where(reached.is_not(None), ~IS_SUSPECT)
            .group_by(LeadRow.device, LeadRow.arm)
        )
        found: dict[tuple[str, int], list[int]] = {}
        rows: Iterable[Any] = [*self._session.execute(views), *self._session.execute(leads)]
        for device, arm, seen, converted in rows:
            counts = found.setdefault((device, arm), [0, 0])
            counts[0] += int(seen)
            counts[1] += int(converted)
        sizes = Counter[str]()
        for (device, _), (seen, _) in found.items():
            sizes[device] += seen
        order = sorted(sizes, key=lambda device: (-sizes[device], device))
        return [DeviceFigures(device, arm, *found.get((device, arm), (0, 0))) for device in order for arm in ids]

    def dispersion(self, site: str, slug: str) -> float | None:
        """The mean square of the money of a page's buyers by the square of its mean, in the currency of most; None
        with fewer than two."""
        sums: defaultdict[str, list[int]] = defaultdict(list)
        for each in self._money(and_(LeadRow.site == site, LeadRow.page == slug)):
            sums[each.currency].append(each.minor)
        paid = max(sums.values(), key=len, default=[])
        return len(paid) * sum(minor**2 for minor in paid) / sum(paid) ** 2 if len(paid) > 1 else None

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
        """Views and conversions until the end of each day (UTC) that had some, in their order.

        Of net revenue: stakes in place of conversions, on the day that the sign-ups are old enough.
        """
        ids = [arm.id for arm in experiment.arms]
        of_arms = and_(LeadRow.site == site, LeadRow.page == experiment.slug, LeadRow.arm.in_(ids))
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
            .where(of_arms, reached.is_not(None), ~IS_SUSPECT)
            .group_by(day, LeadRow.arm)
        )
        seen = {(at, arm): int(count) for at, arm, count in views}
        if experiment.goal == Goal.NET_REVENUE:
            return _looks_at_money(seen, ids, stakes_of(self._money(of_arms), ids))
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

    def _money(self, of_arms: ColumnElement[bool]) -> list[SignUpMoney]:
        """The net revenue of the sign-ups that are old enough and paid, in the order in which they became so."""
        old_at = LeadRow.signed_up_at + DAYS
        back = (
            select(func.coalesce(func.sum(ReversalRow.minor - ReversalRow.vat_minor), 0))
            .where(ReversalRow.payment_id == ReceiptRow.payment_id, ReversalRow.reversed_at < old_at)
            .correlate(ReceiptRow, LeadRow)
            .scalar_subquery()
        )
        net = func.sum(ReceiptRow.minor - ReceiptRow.vat_minor - back)
        rows: Iterable[Any] = self._session.execute(
            select(cast(func.timezone("UTC", old_at), Date), LeadRow.arm, ReceiptRow.currency, net)
            .join(ReceiptRow, ReceiptRow.lead_id == LeadRow.id)
            .where(of_arms, ~IS_SUSPECT, old_at <= func.now(), ReceiptRow.completed_at < old_at)
            .group_by(LeadRow.id, ReceiptRow.currency)
            .having(net > 0)
            .order_by(old_at, LeadRow.id, ReceiptRow.currency)
        )
        return [SignUpMoney(day, arm, currency, int(minor)) for day, arm, currency, minor in rows]

    def _arms(self, experiment_id: int) -> list[Arm]:
        rows = select(ArmRow).where(ArmRow.experiment_id == experiment_id).order_by(ArmRow.id)
        return [Arm(row.id, row.version, row.weight, row.copied_from) for row in self._session.scalars(rows)]


def _looks_at_money(
    seen: Mapping[tuple[date, int], int], arms: Sequence[int], stakes: Mapping[date, list[Stakes]]
) -> dict[date, Look]:
    """Views and stakes until the end of each day that had some."""
    looks: dict[date, Look] = {}
    views, until = [0] * len(arms), [Stakes() for _ in arms]
    for day in sorted({*stakes, *(day for day, _ in seen)}):
        views = [count + seen.get((day, arm), 0) for count, arm in zip(views, arms, strict=True)]
        until = stakes.get(day, until)
        looks[day] = (views, until)
    return looks
