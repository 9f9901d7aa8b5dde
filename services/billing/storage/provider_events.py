from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.storage.tables import ProviderEventRow


class ProviderEventRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add_once(self, provider: str, event_id: str) -> bool:
        """False when this event was taken before."""
        added = self._session.execute(
            insert(ProviderEventRow)
            .values(provider=provider, event_id=event_id)
            .on_conflict_do_nothing()
            .returning(ProviderEventRow.event_id)
        )
        return added.first() is not None
