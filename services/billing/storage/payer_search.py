from collections.abc import Iterable, Sequence
from uuid import UUID

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from billing.domain.direct_debit import compact_iban
from billing.domain.payer_search import LAST, PayerMethod, digits_of, id_range
from billing.domain.payment import Payment
from billing.sealing import SealedFields
from billing.storage.payments import COLUMNS, payment_of
from billing.storage.tables import DirectDebitRow, PaymentRow, SavedMethodRow, TransferRow

# Numbers with the same last four digits that are unsealed and compared.
MOST_UNSEALED = 200


class PayerSearchRepository:
    """Members by telephone number or payment, and the payments of one."""

    def __init__(self, session: Session, fields: SealedFields) -> None:
        self._session, self._fields = session, fields

    def by_phone(self, text: str) -> list[UUID]:
        """Members who applied for direct debit with a number that ends with these digits, of which there are four or
        more; the newest first."""
        digits = digits_of(text)
        alike = (
            select(DirectDebitRow.member_id, DirectDebitRow.sealed)
            .where(DirectDebitRow.phone_last4 == digits[-LAST:])
            .order_by(DirectDebitRow.applied_at.desc())
            .limit(MOST_UNSEALED)
        )
        rows = self._session.execute(alike)
        return _once(row.member_id for row in rows if self._fields.open(row.sealed)["phone"].endswith(digits))

    def by_payment(self, text: str, limit: int) -> list[UUID]:
        """Members by the id of a payment or its beginning, the provider's id, the reference of a mandate, an IBAN, the
        last four characters of an account or card, or the whole id of a transaction."""
        paid = select(PaymentRow.member_id).order_by(PaymentRow.created_at.desc()).limit(limit)
        named = paid.where(or_(PaymentRow.provider_id == text, PaymentRow.earlier_provider_id == text))
        found = list(self._session.scalars(named))
        if (ids := id_range(text)) is not None:
            found += self._session.scalars(paid.where(PaymentRow.id.between(*ids)))
            found += self._session.scalars(select(TransferRow.member_id).where(TransferRow.id == ids[0]).limit(limit))
        applied = select(DirectDebitRow.member_id).order_by(DirectDebitRow.applied_at.desc()).limit(limit)
        saved = select(SavedMethodRow.member_id).order_by(SavedMethodRow.saved_at.desc()).limit(limit)
        found += self._session.scalars(applied.where(DirectDebitRow.mandate_reference == text.upper()))
        found += self._session.scalars(saved.where(SavedMethodRow.mandate_reference == text.upper()))
        if (iban := compact_iban(text)) is not None:
            hashes = self._fields.hashes("iban", iban)
            found += self._session.scalars(applied.where(DirectDebitRow.iban_hash.in_(hashes)))
        if len(text) == LAST:
            found += self._session.scalars(applied.where(DirectDebitRow.iban_last4 == text))
            found += self._session.scalars(saved.where(SavedMethodRow.last4 == text))
        return _once(found)[:limit]

    def payments_of(self, member_id: UUID, limit: int) -> Sequence[Payment]:
        mine = select(*COLUMNS).where(PaymentRow.member_id == member_id)
        rows = self._session.execute(mine.order_by(PaymentRow.created_at.desc()).limit(limit))
        return [payment_of(row) for row in rows]

    def methods_of(self, member_id: UUID, limit: int) -> Sequence[PayerMethod]:
        """Saved methods, the removed ones included, the newest first."""
        mine = select(SavedMethodRow).where(SavedMethodRow.member_id == member_id)
        rows = self._session.scalars(mine.order_by(SavedMethodRow.saved_at.desc()).limit(limit))
        return [
            PayerMethod(row.kind, row.brand, row.last4, row.saved_at, is_removed=row.removed_at is not None)
            for row in rows
        ]


def _once(member_ids: Iterable[UUID]) -> list[UUID]:
    return list(dict.fromkeys(member_ids))
