from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.direct_debit import MOST_TRIES, Address, Application
from billing.sealing import SealedFields
from billing.storage.tables import BlockedRow, DirectDebitRow


class DirectDebitRepository:
    def __init__(self, session: Session, fields: SealedFields) -> None:
        self._session, self._fields = session, fields

    def add_once(self, application: Application) -> bool:
        """False when an application with this id is there already."""
        sealed = self._fields.seal(
            {
                "holder": application.holder,
                "iban": application.iban,
                "phone": application.phone,
                "street": application.address.street,
                "postcode": application.address.postcode,
                "city": application.address.city,
                "country": application.address.country,
            }
        )
        added = self._session.execute(
            insert(DirectDebitRow)
            .values(
                id=application.id,
                member_id=application.member_id,
                body_hash=application.body_hash,
                sealed=sealed,
                iban_hash=self._fields.hash("iban", application.iban),
                iban_last4=application.iban[-4:],
                phone_hash=self._fields.hash("phone", application.phone),
                phone_last4=application.phone[-4:],
                mandate_reference=application.mandate_reference,
            )
            .on_conflict_do_nothing()
            .returning(DirectDebitRow.id)
        )
        return added.first() is not None

    def find(self, application_id: UUID) -> Application | None:
        row = self._session.execute(
            select(DirectDebitRow).where(DirectDebitRow.id == application_id)
        ).scalar_one_or_none()
        return self._application(row) if row else None

    def find_by_saved_method(self, method_id: UUID) -> Application | None:
        row = self._session.execute(
            select(DirectDebitRow).where(DirectDebitRow.saved_method_id == method_id)
        ).scalar_one_or_none()
        return self._application(row) if row else None

    def record_code(self, application_id: UUID, code_hash: bytes, lives: timedelta, not_sent_for: timedelta) -> bool:
        """Whether another code may be sent now; it then replaces the one before."""
        noted = self._session.execute(
            update(DirectDebitRow)
            .where(
                DirectDebitRow.id == application_id,
                DirectDebitRow.signed_at.is_(None),
                or_(DirectDebitRow.code_sent_at.is_(None), DirectDebitRow.code_sent_at <= func.now() - not_sent_for),
            )
            .values(code_hash=code_hash, code_expires_at=func.now() + lives, code_sent_at=func.now(), tries=0)
            .returning(DirectDebitRow.id)
            .execution_options(synchronize_session=False)
        )
        return noted.first() is not None

    def code_not_sent(self, application_id: UUID) -> None:
        """Record that the code was not sent, so that another may be sent at once."""
        self._session.execute(
            update(DirectDebitRow).where(DirectDebitRow.id == application_id).values(code_sent_at=None)
        )

    def take_attempt(self, application_id: UUID) -> bool:
        """Count an attempt at the code. False when none is left: parallel requests share them."""
        taken = self._session.execute(
            update(DirectDebitRow)
            .where(
                DirectDebitRow.id == application_id,
                DirectDebitRow.tries < MOST_TRIES,
                DirectDebitRow.code_expires_at > func.now(),
                DirectDebitRow.signed_at.is_(None),
            )
            .values(tries=DirectDebitRow.tries + 1)
            .returning(DirectDebitRow.id)
            .execution_options(synchronize_session=False)
        )
        return taken.first() is not None

    def sign(self, application_id: UUID) -> None:
        self._session.execute(
            update(DirectDebitRow)
            .where(DirectDebitRow.id == application_id, DirectDebitRow.signed_at.is_(None))
            .values(signed_at=func.now(), code_hash=None)
        )

    def record_saved_method(self, application_id: UUID, method_id: UUID) -> None:
        self._session.execute(
            update(DirectDebitRow).where(DirectDebitRow.id == application_id).values(saved_method_id=method_id)
        )

    def is_blocked(self, iban: str, phone: str) -> bool:
        wanted = [*self._fields.hashes("iban", iban), *self._fields.hashes("phone", phone)]
        return self._session.execute(select(BlockedRow.hash).where(BlockedRow.hash.in_(wanted))).first() is not None

    def account_is_blocked(self, method_id: UUID) -> bool:
        """Whether the bank account or number of a saved method is blocked. False for methods without one."""
        # Another member may have used the same account, and got it blocked.
        application = self.find_by_saved_method(method_id)
        return application is not None and self.is_blocked(application.iban, application.phone)

    def block(self, iban: str, phone: str, reason: str) -> None:
        for what, value in (("iban", iban), ("phone", phone)):
            self._session.execute(
                insert(BlockedRow).values(hash=self._fields.hash(what, value), reason=reason).on_conflict_do_nothing()
            )

    def unblock(self, what: str, value: str) -> bool:
        """`kind` is iban or phone. False when it was not blocked."""
        blocked = BlockedRow.hash.in_(self._fields.hashes(what, value))
        unblocked = self._session.execute(delete(BlockedRow).where(blocked).returning(BlockedRow.hash))
        return unblocked.first() is not None

    def has_proven_number(self, member_id: UUID, phone: str) -> bool:
        """Whether the member has signed a mandate with a code sent to this telephone number."""
        signed = select(DirectDebitRow.id).where(
            DirectDebitRow.member_id == member_id,
            DirectDebitRow.phone_hash == self._fields.hash("phone", phone),
            DirectDebitRow.signed_at.is_not(None),
        )
        return self._session.execute(signed.limit(1)).first() is not None

    def _application(self, row: Any) -> Application:
        opened = self._fields.open(row.sealed)
        return Application(
            id=row.id,
            member_id=row.member_id,
            body_hash=row.body_hash,
            holder=opened["holder"],
            iban=opened["iban"],
            phone=opened["phone"],
            address=Address(opened["street"], opened["postcode"], opened["city"], opened["country"]),
            mandate_reference=row.mandate_reference,
            code_hash=row.code_hash,
            code_expires_at=row.code_expires_at,
            code_sent_at=row.code_sent_at,
            tries=row.tries,
            signed_at=row.signed_at,
            saved_method_id=row.saved_method_id,
        )
