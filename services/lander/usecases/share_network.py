"""The link by which a network sees its own figures, and nothing else."""

from datetime import date, timedelta
from hashlib import sha256
from secrets import token_urlsafe

from shared.kit.core import NotFound

from lander.domain.marketing_action import Marketer, MarketingAction
from lander.domain.report import Dimension, Report, ReportQuery, checked_range
from lander.storage import LanderUnit
from lander.usecases.make_report import make_report

KEY_BYTES = 32
A_DAY = timedelta(days=1)


def share_network(uow: LanderUnit, marketer: Marketer, name: str) -> str:
    """Return the key of a new link, which ends the earlier one. Only its hash is stored. Raises NotFound."""
    key = token_urlsafe(KEY_BYTES)
    with uow:
        if uow.networks.lock(marketer.site, name) is None:
            raise NotFound()
        uow.networks.share(marketer.site, name, _hash(key))
        uow.actions.record(marketer, MarketingAction("network.share", name))
        uow.commit()
    return key


def stop_sharing(uow: LanderUnit, marketer: Marketer, name: str) -> None:
    """End the link of the network; without one nothing is to do. Raises NotFound."""
    with uow:
        network = uow.networks.lock(marketer.site, name)
        if network is None:
            raise NotFound()
        if network.shared_at is None:
            return
        uow.networks.share(marketer.site, name, None)
        uow.actions.record(marketer, MarketingAction("network.unshare", name))
        uow.commit()


def read_network_view(uow: LanderUnit, site: str, key: str, first: date, last: date) -> tuple[str, Report]:
    """The network behind a key and its report by day, until yesterday: who sends one person could else watch them.

    Raises NotFound for a key that shows none, and as a report.
    """
    with uow.reading() as reads:
        name, today = reads.networks.behind(site, _hash(key)), reads.now().date()
    if name is None:
        raise NotFound()
    first, after = checked_range(first, last, today)
    first, after = min(first, today - A_DAY), min(after, today)
    return name, make_report(uow, ReportQuery(site, first, after, (Dimension.DAY,), {Dimension.NETWORK: name}))


def _hash(key: str) -> bytes:
    # The key is random, so that a plain hash cannot be searched for it.
    return sha256(key.encode()).digest()
