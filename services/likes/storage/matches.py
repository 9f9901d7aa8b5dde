from uuid import UUID

from shared.kit.db import Statement
from sqlalchemy import bindparam, delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from likes.domain.pairs import ordered_pair
from likes.storage.tables import MatchRow

ADD = Statement(
    insert(MatchRow)
    .values(first_id=bindparam("first_id"), second_id=bindparam("second_id"))
    .on_conflict_do_nothing()
    .returning(MatchRow.first_id)
)


class MatchRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, one: UUID, other: UUID) -> bool:
        """Returns whether the match is new."""
        first_id, second_id = ordered_pair(one, other)
        return ADD.on(self._session, first_id=first_id, second_id=second_id).first() is not None

    def remove(self, one: UUID, other: UUID) -> None:
        first_id, second_id = ordered_pair(one, other)
        self._session.execute(delete(MatchRow).where(MatchRow.first_id == first_id, MatchRow.second_id == second_id))
