from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from profiles.domain.card import Photo
from profiles.storage.tables import PhotoRow
from profiles.storage.visibility import may_be_opened

# Asked again for each picture, so that a block or a deletion takes effect on links that are out already.
SERVED = f"""
    SELECT photo.media, now() AS at FROM photos photo JOIN profiles p ON p.member_id = photo.member_id
    WHERE photo.id = %(photo)s AND photo.status = 'active' AND {may_be_opened("p")}
"""  # noqa: S608


class PhotoRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, member_id: UUID) -> tuple[Photo, ...]:
        """What everyone may see of a member, the main photo first."""
        rows = self._session.execute(
            select(PhotoRow.id, PhotoRow.thumbhash)
            .where(PhotoRow.member_id == member_id, PhotoRow.status == "active")
            .order_by(PhotoRow.position)
        )
        return tuple(Photo(row.id, row.thumbhash) for row in rows)

    def media(self, viewer_id: UUID, photo_id: UUID) -> tuple[str, datetime] | None:
        """The name of a photo's files and the time, when this viewer may see it now."""
        row = self._session.connection().exec_driver_sql(SERVED, {"viewer": viewer_id, "photo": photo_id}).one_or_none()
        return (row.media, row.at) if row else None
