from collections.abc import Collection, Iterable, Sequence
from secrets import token_hex
from typing import Any

from sqlalchemy import and_, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from lander.domain.network import LEAST_SIGN_UPS, NAME_PATTERN, Network, Posting, UnknownNetwork
from lander.domain.report import Payout
from lander.domain.view import OTHER
from lander.storage.tables import LeadRow, NetworkRow


class NetworkRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, site: str, name: str, expected_daily: int = 0) -> bool:
        """False when the site has this network already."""
        row = insert(NetworkRow).values(site=site, name=name, expected_daily=expected_daily)
        added = self._session.execute(row.on_conflict_do_nothing().returning(NetworkRow.name))
        return added.first() is not None

    def pay(self, site: str, name: str, payout: Payout) -> bool:
        """Store what the network is paid for from now on, for all of its sign-ups. False when the site lacks it."""
        changed = self._session.execute(
            update(NetworkRow)
            .where(NetworkRow.site == site, NetworkRow.name == name)
            .values(
                payout_goal=payout.goal,
                payout_minor=payout.minor,
                payout_currency=payout.currency,
                payout_share=payout.share,
            )
            .returning(NetworkRow.name)
        )
        return changed.first() is not None

    def expect(self, site: str, name: str, daily: int) -> None:
        """Store the sign-ups a day the network declared."""
        theirs = (NetworkRow.site == site, NetworkRow.name == name)
        self._session.execute(update(NetworkRow).where(*theirs).values(expected_daily=daily))

    def lock(self, site: str, name: str) -> Network | None:
        """The network under a row lock, for a change that is recorded with what it replaced."""
        query = select(NetworkRow).where(NetworkRow.site == site, NetworkRow.name == name).with_for_update()
        row = self._session.scalar(query)
        return None if row is None else _network(row)

    def unknown(self, site: str, limit: int) -> Sequence[UnknownNetwork]:
        """Names that sign-ups came by without the site having added them, those with most sign-ups first."""
        added = select(NetworkRow.name).where(NetworkRow.site == site)
        named = and_(
            LeadRow.network.regexp_match(NAME_PATTERN), LeadRow.network != OTHER, LeadRow.network.not_in(added)
        )
        count = func.count()
        rows: Iterable[Any] = self._session.execute(
            select(LeadRow.network, count, func.min(LeadRow.signed_up_at))
            .where(LeadRow.site == site, LeadRow.signed_up_at.is_not(None), named)
            .group_by(LeadRow.network)
            .having(count >= LEAST_SIGN_UPS)
            .order_by(count.desc(), LeadRow.network)
            .limit(limit)
        )
        return [UnknownNetwork(*row) for row in rows]

    def of_site(self, site: str) -> Sequence[Network]:
        rows = self._session.scalars(select(NetworkRow).where(NetworkRow.site == site).order_by(NetworkRow.name))
        return [_network(row) for row in rows]

    def post(self, site: str, name: str, wanted: Posting) -> bool:
        """Store the network's templates; facts from before its first one are not posted. False without the network.

        The first one makes the key that postbacks are signed with.
        """
        since = func.coalesce(NetworkRow.posts_since, func.now()) if wanted.templates else None
        changed = self._session.execute(
            update(NetworkRow)
            .where(NetworkRow.site == site, NetworkRow.name == name)
            .values(
                hosts=list(wanted.hosts),
                templates=dict(wanted.templates),
                hold_days=wanted.hold_days,
                method=wanted.method,
                posts_since=since,
                signing_key=func.coalesce(NetworkRow.signing_key, token_hex(32)),
            )
            .returning(NetworkRow.name)
        )
        return changed.first() is not None

    def share(self, site: str, name: str, key_hash: bytes | None) -> None:
        """Let the key with this hash, and no earlier one, show the network's figures; None for none."""
        shared_at = None if key_hash is None else func.now()
        theirs = (NetworkRow.site == site, NetworkRow.name == name)
        self._session.execute(update(NetworkRow).where(*theirs).values(view_key_hash=key_hash, shared_at=shared_at))

    def behind(self, site: str, key_hash: bytes) -> str | None:
        """The name of the site's network whose figures this key shows."""
        query = select(NetworkRow.name).where(NetworkRow.site == site, NetworkRow.view_key_hash == key_hash)
        return self._session.scalar(query)

    def pause(self, site: str, name: str, *, is_paused: bool) -> None:
        """Let queued postbacks of the network wait, or go on with them."""
        since = func.coalesce(NetworkRow.paused_at, func.now()) if is_paused else None
        self._session.execute(
            update(NetworkRow).where(NetworkRow.site == site, NetworkRow.name == name).values(paused_at=since)
        )

    def posting(self, site: str, name: str) -> Posting | None:
        """The postbacks of the network, and whether they are paused."""
        row = self._session.get(NetworkRow, (site, name))
        if row is None:
            return None
        return Posting(tuple(row.hosts), dict(row.templates), row.hold_days, row.paused_at is not None, row.method)

    def signing_key(self, site: str, name: str) -> str | None:
        """The key of the network's postbacks; None before its first template."""
        row = self._session.get(NetworkRow, (site, name))
        return None if row is None else row.signing_key

    def names(self, site: str) -> Collection[str]:
        return set(self._session.scalars(select(NetworkRow.name).where(NetworkRow.site == site)))

    def all(self) -> Collection[tuple[str, str]]:
        """Every network, as site and name, in that order."""
        rows = self._session.execute(
            select(NetworkRow.site, NetworkRow.name).order_by(NetworkRow.site, NetworkRow.name)
        )
        return [(row.site, row.name) for row in rows]


def _network(row: NetworkRow) -> Network:
    payout = Payout(row.payout_goal, row.payout_minor, row.payout_currency, row.payout_share)
    return Network(
        row.site, row.name, row.added_at, payout if row.payout_goal else None, row.expected_daily, row.shared_at
    )
