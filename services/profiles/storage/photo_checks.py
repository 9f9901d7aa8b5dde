from uuid import UUID

from sqlalchemy import insert
from sqlalchemy.orm import Session

from profiles.domain.photo import PhotoCheck
from profiles.storage.tables import PhotoCheckRow


class PhotoCheckRepository:
    """The audit log of the image classifier. Rows are only ever added."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def record(self, member_id: UUID, photo_id: UUID, check: PhotoCheck) -> None:
        values = {
            "photo_id": photo_id,
            "member_id": member_id,
            "model": check.model,
            "action": check.action.value,
            "label": check.label,
            "score": check.score,
            "failure": check.failure,
        }
        self._session.execute(insert(PhotoCheckRow).values(values))
