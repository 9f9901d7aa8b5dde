from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from shared.kit.core import SigningKeys
from sqlalchemy import delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from identity.domain.account import Account, Status
from identity.domain.ban import mailbox_of
from identity.domain.known_contact import HIDES_AFTER_REMOVAL, KnownContacts
from identity.domain.staff_account import STAFF_SITE
from identity.storage.accounts import account_of
from identity.storage.tables import AccountRow, AddressHashRow, HiddenContactRow, KnownContactRow

Pair = tuple[UUID, UUID]
CONSTANT = b"key of contacts"


class KnownContactRepository:
    """Only keyed hashes are stored: they reveal no address, and without the key none can be compared with them."""

    def __init__(self, session: Session, keys: SigningKeys | None) -> None:
        self._session, self._given_keys = session, keys

    def size(self, member_id: UUID) -> KnownContacts:
        starts, ends, day = KnownContactRow.starts_at, KnownContactRow.ends_at, HIDES_AFTER_REMOVAL
        is_recent = starts > func.now() - day
        counted = select(
            func.count().filter(ends.is_(None)).label("kept"),
            func.count(ends).label("ending"),
            (func.count(starts.distinct()).filter(is_recent) + func.count(ends.distinct())).label("changes"),
            func.least(func.min(starts + day).filter(is_recent), func.min(ends)).label("changes_again_at"),
        )
        row = self._session.execute(counted.where(KnownContactRow.member_id == member_id)).one()
        return KnownContacts(**row._mapping)

    def add(self, member_id: UUID, mailboxes: Collection[str], starts_at: datetime) -> int:
        """Add entries, and take back their removal. Returns how many changed."""
        rows = [
            {"member_id": member_id, "address_hash": self._keys.sign(mailbox.encode()), "starts_at": starts_at}
            for mailbox in mailboxes
        ]
        added = insert(KnownContactRow).values(rows)
        kept = added.on_conflict_do_update(
            index_elements=[KnownContactRow.member_id, KnownContactRow.address_hash],
            set_={"ends_at": None},
            where=KnownContactRow.ends_at.is_not(None),
        )
        return len(self._session.execute(kept.returning(KnownContactRow.address_hash)).all())

    def remove(self, member_id: UUID, mailboxes: Collection[str] | None, ends_at: datetime) -> int:
        """Let these entries end then, or all of them. Returns how many changed."""
        is_kept = KnownContactRow.ends_at.is_(None)
        ending = update(KnownContactRow).where(KnownContactRow.member_id == member_id, is_kept)
        if mailboxes is not None:
            hashes = [one for mailbox in mailboxes for one in self._keys.every_signature(mailbox.encode())]
            ending = ending.where(KnownContactRow.address_hash.in_(hashes))
        changed = ending.values(ends_at=ends_at).returning(KnownContactRow.address_hash)
        return len(self._session.execute(changed).all())

    def compare_account(self, account: Account) -> list[Pair]:
        """Store the hashes of a confirmed address in place of those of an earlier one, and hide the account from the
        members who have it on their list. Returns the pairs hidden by it.

        Pairs hidden by the earlier address stay: it is the same person.
        """
        mailbox, every = mailbox_of(account.email).encode(), AddressHashRow
        self._session.execute(delete(every).where(every.member_id == account.id))
        signed = zip(self._keys.every_signature(mailbox), self._keys.every_signature(CONSTANT), strict=True)
        rows = [{"member_id": account.id, "address_hash": each, "key_hash": key} for each, key in signed]
        self._session.execute(insert(every).values(rows))
        entries = select(KnownContactRow.member_id, KnownContactRow.address_hash, every.member_id).join(
            every, every.address_hash == KnownContactRow.address_hash
        )
        return self._hide(entries.where(every.member_id == account.id))

    def compare_entries(self, limit: int) -> tuple[int, list[Pair]]:
        """Compare entries that are due with all members, once each. Returns their number and the pairs hidden."""
        due = (
            select(KnownContactRow.member_id, KnownContactRow.address_hash)
            .where(~KnownContactRow.is_compared, KnownContactRow.starts_at <= func.now())
            .order_by(KnownContactRow.starts_at)
            .limit(limit)
            .with_for_update(skip_locked=True)
            .cte("due")
        )
        compared = self._session.execute(
            update(KnownContactRow)
            .where(KnownContactRow.member_id == due.c.member_id, KnownContactRow.address_hash == due.c.address_hash)
            .values(is_compared=True)
            .returning(KnownContactRow.member_id, KnownContactRow.address_hash)
        ).all()
        pairs: list[Pair] = []
        by_member: dict[UUID, list[bytes]] = {}
        for member_id, address_hash in compared:
            by_member.setdefault(member_id, []).append(address_hash)
        for member_id, hashes in by_member.items():
            owner = aliased(AccountRow)
            entries = (
                select(owner.id, AddressHashRow.address_hash, AddressHashRow.member_id)
                .join(AddressHashRow, AddressHashRow.address_hash.in_(hashes))
                .join(AccountRow, AccountRow.id == AddressHashRow.member_id)
                .where(owner.id == member_id)
                # An erasure of either waits, or has come before.
                .with_for_update(read=True, key_share=True, of=(owner, AccountRow))
            )
            pairs += self._hide(entries)
        return len(compared), pairs

    def end_entries(self, limit: int) -> tuple[int, list[Pair]]:
        """Delete entries that have ended. Returns their number and the pairs that see each other again."""
        due = (
            select(KnownContactRow.member_id, KnownContactRow.address_hash)
            .where(KnownContactRow.ends_at <= func.now())
            .limit(limit)
            .with_for_update(skip_locked=True)
            .cte("due")
        )
        ended = self._session.execute(
            delete(KnownContactRow)
            .where(KnownContactRow.member_id == due.c.member_id, KnownContactRow.address_hash == due.c.address_hash)
            .returning(KnownContactRow.member_id, KnownContactRow.address_hash)
        ).all()
        shown: set[Pair] = set()
        for member_id, address_hash in ended:
            gone = self._session.execute(
                delete(HiddenContactRow)
                .where(HiddenContactRow.member_id == member_id, HiddenContactRow.address_hash == address_hash)
                .returning(HiddenContactRow.contact_id)
            )
            shown |= {(member_id, contact_id) for (contact_id,) in gone}
        return len(ended), sorted(pair for pair in shown if not self._is_hidden(*pair))

    def without_hashes(self, limit: int) -> list[Account]:
        """Confirmed members, locked, without a hash under the key in use: older than this table, or than the key."""
        in_use = self._keys.sign(CONSTANT)
        has_hash = exists().where(AddressHashRow.member_id == AccountRow.id, AddressHashRow.key_hash == in_use)
        was_confirmed = or_(AccountRow.status == Status.ACTIVE, AccountRow.deleted_from == Status.ACTIVE)
        members = select(AccountRow).where(AccountRow.site != STAFF_SITE, was_confirmed, ~has_hash)
        query = members.limit(limit).with_for_update(skip_locked=True)
        return [account_of(row) for row in self._session.scalars(query)]

    def _hide(self, entries: object) -> list[Pair]:
        """Store pairs of (member, hash, contact) found by this query. Returns the pairs of members stored."""
        found: Sequence[tuple[UUID, bytes, UUID]] = self._session.execute(entries).all()  # type: ignore[call-overload]
        rows = [
            {"member_id": member_id, "address_hash": address_hash, "contact_id": contact_id}
            for member_id, address_hash, contact_id in found
            if member_id != contact_id
        ]
        if not rows:
            return []
        hidden = insert(HiddenContactRow).values(rows).on_conflict_do_nothing()
        stored = self._session.execute(hidden.returning(HiddenContactRow.member_id, HiddenContactRow.contact_id))
        return sorted({(member_id, contact_id) for member_id, contact_id in stored})

    def _is_hidden(self, member_id: UUID, contact_id: UUID) -> bool:
        hidden = exists().where(HiddenContactRow.member_id == member_id, HiddenContactRow.contact_id == contact_id)
        return bool(self._session.scalar(select(hidden)))

    @property
    def _keys(self) -> SigningKeys:
        if self._given_keys is None:
            raise ValueError("this unit of work was made without the keys of contacts")
        return self._given_keys
