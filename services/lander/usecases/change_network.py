"""Changes of networks at the marketing desk, each recorded with what it replaced."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from operator import attrgetter

from shared.kit.core import NotFound

from lander.domain.cost_file import CostFileProblem, costs_of
from lander.domain.marketing_action import Marketer, MarketingAction
from lander.domain.network import Cost, checked_currency, described_payout
from lander.domain.report import Payout
from lander.errors import NetworkTaken
from lander.storage import LanderUnit
from lander.storage.costs import key_of


def add_network(uow: LanderUnit, marketer: Marketer, name: str, expected_daily: int = 0) -> None:
    """Count this network by its name from now on, with the sign-ups it brought before. Raises NetworkTaken."""
    with uow:
        if not uow.networks.add(marketer.site, name, expected_daily):
            raise NetworkTaken(field="name")
        uow.sign_up_hours.adopt(marketer.site, name)
        after = {"name": name, "expected_daily": expected_daily}
        uow.actions.record(marketer, MarketingAction("network.add", name, after=after))
        uow.commit()


def pay_network(
    uow: LanderUnit, marketer: Marketer, name: str, payout: Payout, expected_daily: int | None = None
) -> None:
    """Set what the network is paid for, for all of its sign-ups, and the sign-ups a day it declared; None keeps them.

    The row is locked first: of two marketers who change it at once, the second records what the first has set. Raises
    NotFound and CurrencyUnknown.
    """
    if payout.currency:
        checked_currency(payout.currency)
    with uow:
        network = uow.networks.lock(marketer.site, name)
        if network is None:
            raise NotFound()
        before, after = described_payout(network.payout), described_payout(payout if payout.goal else None)
        if expected_daily is not None and expected_daily != network.expected_daily:
            before, after = (
                terms | {"expected_daily": daily}
                for terms, daily in ((before, network.expected_daily), (after, expected_daily))
            )
            uow.networks.expect(marketer.site, name, expected_daily)
        if before == after:
            return
        uow.networks.pay(marketer.site, name, payout)
        uow.actions.record(marketer, MarketingAction("network.pay", name, before, after))
        uow.commit()


@dataclass(frozen=True)
class CostImport:
    """What a file of costs changed: nothing with a problem. `changed` counts new sums and corrections."""

    changed: int = 0
    unchanged: int = 0
    problems: Sequence[CostFileProblem] = ()


def import_costs(uow: LanderUnit, marketer: Marketer, text: str, through: str = "") -> CostImport:
    """Enter all lines of a file, or none if one has a problem. The same file again changes nothing.

    `through` names in the audit log what entered them, if that was no form of the desk.

    Rows are locked in one order, so that two imports at once do not wait for each other forever.
    """
    with uow:
        costs, problems = costs_of(text, uow.networks.names(marketer.site), uow.now().date())
        if problems:
            return CostImport(problems=problems)
        for name in sorted({cost.network for cost in costs}):
            uow.networks.lock(marketer.site, name)
        changed = _enter(uow, marketer, sorted(costs, key=attrgetter("network", "day", "currency")), through)
        uow.commit()
    return CostImport(changed, len(costs) - changed)


def enter_cost(uow: LanderUnit, marketer: Marketer, name: str, day: date, minor: int, currency: str) -> None:
    """Set what the network cost on a day; a later sum replaces an earlier one. Raises NotFound and CurrencyUnknown."""
    checked_currency(currency)
    with uow:
        if uow.networks.lock(marketer.site, name) is None:
            raise NotFound()
        if _enter(uow, marketer, [Cost(name, day, minor, currency)]):
            uow.commit()


def _enter(uow: LanderUnit, marketer: Marketer, costs: Sequence[Cost], through: str = "") -> int:
    """Enter costs under the locks of their networks, with their records. Returns how many sums that changed."""
    before = uow.costs.lock(marketer.site, costs)
    changed = [cost for cost in costs if before.get(key_of(cost)) != cost.minor]
    uow.costs.enter(marketer.site, changed, str(marketer.member_id))
    uow.actions.record_all(marketer, [_entered(cost, before.get(key_of(cost)), through) for cost in changed])
    return len(changed)


def _entered(cost: Cost, before: int | None, through: str) -> MarketingAction:
    was = None if before is None else {"minor": before}
    now = {"minor": cost.minor} | ({"through": through} if through else {})
    return MarketingAction("cost.enter", f"{cost.network} {cost.day} {cost.currency}", was, now)
