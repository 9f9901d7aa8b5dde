from uuid import UUID

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.domain.origin import Origin
from identity.storage.tables import OriginRow


class OriginRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def keep(self, member_id: UUID, origin: Origin) -> None:
        told = {
            "network": origin.network,
            "ref": origin.ref,
            "sub1": origin.sub1,
            "sub2": origin.sub2,
            "sub3": origin.sub3,
            "lb": origin.lb,
            "visit_id": origin.visit_id,
        }
        self._session.execute(insert(OriginRow).values(member_id=member_id, **told).on_conflict_do_nothing())
