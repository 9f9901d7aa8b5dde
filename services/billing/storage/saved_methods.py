from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.saved_method import SavedMethod
from billing.sealing import SealedFields
from billing.storage.tables import PayerRow, SavedMethodRow

COLUMNS = (
    SavedMethodRow.id,
    SavedMethodRow.member_id,
    SavedMethodRow.provider,
    SavedMethodRow.kind,
    SavedMethodRow.brand,
    SavedMethodRow.last4,
    SavedMethodRow.sealed_names,
    SavedMethodRow.mandate_reference,
    SavedMethodRow.saved_at,
)
IS_KEPT = SavedMethodRow.removed_at.is_(None)


class SavedMethodRepository:
    def __init__(self, session: Session, fields: SealedFields) -> None:
        self._session, self._fields = session, fields

    def customer_of(self, member_id: UUID, provider: str) -> str | None:
        theirs = (PayerRow.member_id == member_id, PayerRow.provider == provider)
        sealed = self._session.scalar(select(PayerRow.sealed_customer).where(*theirs))
        return self._fields.open(sealed)["customer"] if sealed else None

    def add_customer(self, member_id: UUID, provider: str, customer_id: str) -> None:
        sealed = self._fields.seal({"customer": customer_id})
        self._session.execute(
            insert(PayerRow)
            .values(member_id=member_id, provider=provider, sealed_customer=sealed)
            .on_conflict_do_nothing()
        )

    def add_once(self, method: SavedMethod) -> UUID:
        """The id under which its mandate is saved: this one, or that of the method that was saved with it before."""
        # The unique constraint does not catch a row hashed under an earlier key.
        current, *earlier = self._fields.hashes("mandate", method.mandate_id)
        if earlier and (known := self._saved_as(earlier)) is not None:
            return known
        added = self._session.execute(
            insert(SavedMethodRow)
            .values(
                id=method.id,
                member_id=method.member_id,
                provider=method.provider,
                kind=method.kind,
                brand=method.brand,
                last4=method.last4,
                sealed_names=self._fields.seal({"customer": method.customer_id, "mandate": method.mandate_id}),
                mandate_hash=current,
                mandate_reference=method.mandate_reference,
            )
            .on_conflict_do_nothing(index_elements=[SavedMethodRow.mandate_hash])
            .returning(SavedMethodRow.id)
        ).scalar_one_or_none()
        saved = added or self._saved_as([current])
        if saved is None:
            raise LookupError("a mandate that was saved just now")
        return saved

    def _saved_as(self, hashes: Sequence[bytes]) -> UUID | None:
        return self._session.scalar(select(SavedMethodRow.id).where(SavedMethodRow.mandate_hash.in_(hashes)).limit(1))

    def find(self, member_id: UUID, method_id: UUID) -> SavedMethod | None:
        mine = (SavedMethodRow.id == method_id, SavedMethodRow.member_id == member_id, IS_KEPT)
        row = self._session.execute(select(*COLUMNS).where(*mine)).one_or_none()
        return self._method(row) if row else None

    def get(self, method_id: UUID) -> SavedMethod:
        """The method of this id, removed or not. Raises NoResultFound."""
        return self._method(self._session.execute(select(*COLUMNS).where(SavedMethodRow.id == method_id)).one())

    def of(self, member_id: UUID) -> Sequence[SavedMethod]:
        """Newest first."""
        rows = self._session.execute(
            select(*COLUMNS)
            .where(SavedMethodRow.member_id == member_id, IS_KEPT)
            .order_by(SavedMethodRow.saved_at.desc())
        )
        return [self._method(row) for row in rows]

    def remove(self, member_id: UUID, method_id: UUID) -> bool:
        removed = self._session.execute(
            update(SavedMethodRow)
            .where(SavedMethodRow.id == method_id, SavedMethodRow.member_id == member_id, IS_KEPT)
            .values(removed_at=func.now())
            .returning(SavedMethodRow.id)
        )
        return removed.first() is not None

    def unrevoked(self, limit: int) -> Sequence[SavedMethod]:
        """Methods removed here whose mandates are not revoked at the provider yet."""
        rows = self._session.execute(
            select(*COLUMNS)
            .where(SavedMethodRow.removed_at.is_not(None), SavedMethodRow.revoked_at.is_(None))
            .limit(limit)
        )
        return [self._method(row) for row in rows]

    def record_revoked(self, method_id: UUID) -> None:
        self._session.execute(
            update(SavedMethodRow).where(SavedMethodRow.id == method_id).values(revoked_at=func.now())
        )

    def _method(self, row: Any) -> SavedMethod:
        names = self._fields.open(row.sealed_names)
        return SavedMethod(
            id=row.id,
            member_id=row.member_id,
            provider=row.provider,
            kind=row.kind,
            brand=row.brand,
            last4=row.last4,
            customer_id=names["customer"],
            mandate_id=names["mandate"],
            mandate_reference=row.mandate_reference,
            saved_at=row.saved_at,
        )
