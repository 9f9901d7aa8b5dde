from collections.abc import Sequence
from contextlib import suppress
from uuid import UUID

from shared.kit.core import SigningKeys
from shared.mail_address import normal_address, spellings_of
from sqlalchemy import Select, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.domain.member_search import networks_of, stored_network
from identity.storage.sessions import IS_ALIVE
from identity.storage.tables import AccountRow, RecentNetworkRow, SessionRow


class MemberSearchRepository:
    """Members by email address, device class or network, the newest first."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def by_email(self, sites: Sequence[str], part: str, limit: int) -> list[UUID]:
        found = select(AccountRow.id).where(
            or_(*(AccountRow.email.contains(each, autoescape=True) for each in _spellings(part)))
        )
        return self._newest(found, sites, limit)

    def by_device(self, sites: Sequence[str], words: Sequence[str], limit: int) -> list[UUID]:
        """Members with a living session in which each word is a part of the browser's or the system's name."""
        living = select(SessionRow.member_id).where(*IS_ALIVE)
        for word in words:
            named = (SessionRow.browser, SessionRow.system)
            living = living.where(or_(*(column.icontains(word, autoescape=True) for column in named)))
        return self._newest(select(AccountRow.id).where(AccountRow.id.in_(living)), sites, limit)

    def by_network(self, sites: Sequence[str], hashes: Sequence[bytes], limit: int) -> list[UUID]:
        there = select(RecentNetworkRow.member_id).where(RecentNetworkRow.network_hash.in_(hashes))
        return self._newest(select(AccountRow.id).where(AccountRow.id.in_(there)), sites, limit)

    def _newest(self, found: Select[UUID], sites: Sequence[str], limit: int) -> list[UUID]:
        there = found.where(AccountRow.site.in_(sites)).order_by(AccountRow.signed_up_at.desc()).limit(limit)
        return list(self._session.scalars(there))


def _spellings(part: str) -> tuple[str, ...]:
    """The part as it is typed, and both forms of the domain of a whole address."""
    with suppress(ValueError):
        return spellings_of(normal_address(part))
    return (part.lower(),)


class RecentNetworkRepository:
    """Networks that members came from, as keyed hashes."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def remember(self, member_id: UUID, network_hash: bytes) -> None:
        """Record that the member came from this network today."""
        row = insert(RecentNetworkRow).values(member_id=member_id, network_hash=network_hash)
        key = [RecentNetworkRow.member_id, RecentNetworkRow.network_hash]
        self._session.execute(
            row.on_conflict_do_update(
                index_elements=key,
                set_={"seen_on": func.current_date()},
                where=RecentNetworkRow.seen_on < func.current_date(),
            )
        )

    def sharing(self, member_id: UUID, other_ids: Sequence[UUID], most: int) -> list[UUID]:
        """Those of the others seen in a network of this member from which at most `most` members came."""
        theirs = select(RecentNetworkRow.network_hash).where(RecentNetworkRow.member_id == member_id)
        small = (
            select(RecentNetworkRow.network_hash)
            .where(RecentNetworkRow.network_hash.in_(theirs))
            .group_by(RecentNetworkRow.network_hash)
            .having(func.count() <= most)
        )
        shared = (
            select(RecentNetworkRow.member_id)
            .distinct()
            .where(RecentNetworkRow.network_hash.in_(small), RecentNetworkRow.member_id.in_(other_ids))
        )
        return list(self._session.scalars(shared))


def hash_of_address(keys: SigningKeys, address: str) -> bytes | None:
    """The keyed hash of the network of an IP address; None for a text that is none."""
    network = stored_network(address)
    return keys.sign(_named(network)) if network else None


def hashes_of_range(keys: SigningKeys, text: str) -> list[bytes]:
    """The hashes of the networks of an address or a range, under each accepted key. Raises Invalid."""
    return [one for network in networks_of(text) for one in keys.every_signature(_named(network))]


def _named(network: str) -> bytes:
    return b"range\0" + network.encode()
