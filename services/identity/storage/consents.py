from collections.abc import Collection
from uuid import UUID

from sqlalchemy import insert, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session

from identity.domain.consent import Consent, ConsentKind
from identity.storage.tables import ConsentRow


class ConsentRepository:
    """The append-only log of consents."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, member_id: UUID, consent: Consent, locale: str) -> None:
        self._session.execute(
            insert(ConsentRow).values(
                member_id=member_id,
                kind=consent.kind,
                version=consent.version,
                is_given=consent.is_given,
                locale=locale,
                at=consent.at,
            )
        )

    def newest(self, member_id: UUID) -> dict[ConsentKind, Consent]:
        """The newest answer of each kind. Kinds without an answer are missing."""
        rows = self._session.scalars(
            select(ConsentRow)
            .ext(distinct_on(ConsentRow.kind))
            .where(ConsentRow.member_id == member_id)
            .order_by(ConsentRow.kind, ConsentRow.id.desc())
        )
        return {
            ConsentKind(row.kind): Consent(ConsentKind(row.kind), row.version, row.is_given, row.at) for row in rows
        }

    def given_among(self, member_ids: Collection[UUID], kind: ConsentKind) -> set[UUID]:
        """Those of the members whose newest answer of this kind is a yes."""
        newest = (
            select(ConsentRow.member_id, ConsentRow.is_given)
            .ext(distinct_on(ConsentRow.member_id))
            .where(ConsentRow.member_id.in_(member_ids), ConsentRow.kind == kind)
            .order_by(ConsentRow.member_id, ConsentRow.id.desc())
        )
        return {row.member_id for row in self._session.execute(newest) if row.is_given} if member_ids else set()
