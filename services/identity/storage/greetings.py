from uuid import UUID

from sqlalchemy.orm import Session

from identity.domain.account import Greeting
from identity.storage.tables import GreetingRow


class GreetingRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, member_id: UUID, greeting: Greeting) -> None:
        self._session.add(GreetingRow(member_id=member_id, recipient_id=greeting.recipient_id, text=greeting.text))

    def of(self, member_id: UUID) -> Greeting | None:
        row = self._session.get(GreetingRow, member_id)
        return Greeting(row.recipient_id, row.text) if row else None
