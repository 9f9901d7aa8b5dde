from uuid import UUID

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from billing.storage.tables import RestorationRow


class RestorationRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def count(self, payment_id: UUID) -> int:
        """The number of times this purchase was restored."""
        query = select(func.count()).select_from(RestorationRow).where(RestorationRow.payment_id == payment_id)
        return self._session.scalar(query) or 0

    def add(self, transfer_id: UUID, payment_id: UUID, member_id: UUID, credits: int, by: str, why: str) -> None:
        self._session.execute(
            insert(RestorationRow).values(
                transfer_id=transfer_id,
                payment_id=payment_id,
                member_id=member_id,
                credits=credits,
                restored_by=by,
                why=why,
            )
        )
