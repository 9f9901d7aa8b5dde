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
