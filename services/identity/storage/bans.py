from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from shared.kit.core import SigningKeys
from shared.mail_address import spellings_of
from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.domain.ban import Cause, mailbox_of
from identity.storage.tables import BanRow


class BanRepository:
    """Bans hold for a pool, because members of its sites meet.

    Only keyed hashes are stored: they reveal no address, and without the key none can be compared with them.
    """

    def __init__(self, session: Session, keys: SigningKeys | None) -> None:
        self._session, self._keys = session, keys

    def add(
        self, cause: Cause, pool: int, email: str, devices: Iterable[bytes], until: datetime, member_id: UUID | None
    ) -> None:
        """Ban a mailbox and browsers (by the hash of their cookie's secret). The later end of two bans holds."""
        rows = [
            {"hash": one, "cause": cause.value, "member_id": member_id, "until": until}
            for one in sorted(hashes[0] for hashes in self._hashes(pool, email, devices))
        ]
        added = insert(BanRow).values(rows)
        kept = {"until": func.greatest(BanRow.until, added.excluded.until), "member_id": added.excluded.member_id}
        self._session.execute(added.on_conflict_do_update(index_elements=[BanRow.hash, BanRow.cause], set_=kept))

    def lift(self, member_id: UUID, cause: Cause) -> None:
        self._session.execute(delete(BanRow).where(BanRow.member_id == member_id, BanRow.cause == cause.value))

    def lift_address(self, cause: Cause, pool: int, email: str) -> bool:
        """Lift the bans of this address. Returns False if there was none."""
        hashes = {one for every in self._hashes(pool, email, ()) for one in every}
        lifted = delete(BanRow).where(BanRow.hash.in_(hashes), BanRow.cause == cause.value).returning(BanRow.hash)
        return self._session.execute(lifted).first() is not None

    def is_banned(self, pool: int, email: str, devices: Iterable[bytes]) -> bool:
        """Whether this mailbox or one of these browsers is banned now.

        One statement for any result, so that response times disclose no bans.
        """
        hashes = {one for every in self._hashes(pool, email, devices) for one in every}
        found = select(BanRow.hash).where(BanRow.hash.in_(hashes), BanRow.until > func.now()).limit(1)
        return self._session.execute(found).first() is not None

    def _hashes(self, pool: int, email: str, devices: Iterable[bytes]) -> list[list[bytes]]:
        """The hashes of the mailbox and of each browser under every key of the ring, the current key first."""
        if self._keys is None:
            raise ValueError("this unit of work was made without the keys of bans")
        # Of releases before 0.3 there are hashes of domains in letters.
        mailboxes = {mailbox_of(spelling).encode() for spelling in spellings_of(email)}
        named = {*(b"mailbox\0" + mailbox for mailbox in mailboxes), *(b"device\0" + device for device in devices)}
        return [self._keys.every_signature(f"{pool}\0".encode() + one) for one in named]
