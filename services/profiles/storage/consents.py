from uuid import UUID

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from profiles.domain.consent import Consent, ConsentKind
from profiles.storage.tables import ConsentRow


class ConsentRepository:
    """The projection of identity's consents.

    Lock order: a member's row here before the member's row in `profiles`. That makes a withdrawal wait for a change
    that is under way, and the change wait for the withdrawal.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def keep(self, member_id: UUID, consent: Consent) -> bool:
        """Store an answer and lock its row. False when an answer as new or newer is stored already."""
        values = {"is_given": consent.is_given, "at": consent.at}
        statement = insert(ConsentRow).values(member_id=member_id, kind=consent.kind, **values)
        kept = self._session.execute(
            statement.on_conflict_do_update(
                index_elements=[ConsentRow.member_id, ConsentRow.kind],
                set_=values,
                where=ConsentRow.at < statement.excluded.at,
            ).returning(ConsentRow.member_id)
        )
        return kept.first() is not None

    def is_given(self, member_id: UUID, kind: ConsentKind) -> bool:
        """Return the newest answer under a shared row lock; False without one."""
        query = (
            select(ConsentRow.is_given)
            .where(ConsentRow.member_id == member_id, ConsentRow.kind == kind)
            .with_for_update(read=True)
        )
        return bool(self._session.scalar(query))
