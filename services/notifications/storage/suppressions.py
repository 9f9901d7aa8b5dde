from collections.abc import Collection
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.storage.tables import SuppressedAddressRow, SuppressionRow


class SuppressionRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def lock(self, member_id: UUID) -> None:
        """Lock the member's suppressions until the end of the transaction.

        Reports and changes of the address are handled under it, one after the other.
        """
        self._session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(str(member_id), 3))))

    def add_address(self, member_id: UUID, address_hash: bytes, reason: str) -> None:
        """Record it for the address; the first reason stays."""
        row = insert(SuppressedAddressRow).values(member_id=member_id, address_hash=address_hash, reason=reason)
        self._session.execute(row.on_conflict_do_nothing())

    def reason_of_address(self, member_id: UUID, hashes: Collection[bytes]) -> str | None:
        """The reason for suppressing this address of the member, by its hashes under each key."""
        row = SuppressedAddressRow
        found = select(row.reason).where(row.member_id == member_id, row.address_hash.in_(hashes)).limit(1)
        return self._session.scalar(found)

    def remove_addresses(self, member_id: UUID) -> None:
        row = SuppressedAddressRow
        self._session.execute(delete(row).where(row.member_id == member_id))

    def among(self, member_ids: Collection[UUID]) -> set[UUID]:
        """Those of the members to whose address no email is sent."""
        suppressed = select(SuppressionRow.member_id).where(SuppressionRow.member_id.in_(member_ids))
        return set(self._session.scalars(suppressed)) if member_ids else set()

    def reason(self, member_id: UUID) -> str | None:
        row = self._session.get(SuppressionRow, member_id)
        return row.reason if row else None

    def remove(self, member_id: UUID, reason: str | None = None) -> bool:
        """Returns whether there was a suppression, of any reason or of this one."""
        condition = SuppressionRow.member_id == member_id
        if reason is not None:
            condition &= SuppressionRow.reason == reason
        removed = delete(SuppressionRow).where(condition).returning(SuppressionRow.member_id)
        return self._session.execute(removed).first() is not None

    def add(self, member_id: UUID, reason: str) -> bool:
        """Returns whether it is new; the first reason stays."""
        added = self._session.execute(
            insert(SuppressionRow)
            .values(member_id=member_id, reason=reason)
            .on_conflict_do_nothing()
            .returning(SuppressionRow.member_id)
        )
        return added.first() is not None
