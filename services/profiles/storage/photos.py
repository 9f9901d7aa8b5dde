from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from pictures import Developed, LooseFiles
from sqlalchemy import delete, func, select

from profiles.domain.card import Photo
from profiles.domain.moderation import Desk
from profiles.domain.photo import OwnPhoto, PhotoStatus
from profiles.storage.tables import PhotoRow, ProfileRow
from profiles.storage.visibility import may_be_opened

# Asked again for each picture, so that a block or a deletion takes effect on links that are out already.
SERVED = f"""
    SELECT photo.media, now() AS at FROM photos photo JOIN profiles p ON p.member_id = photo.member_id
    WHERE photo.id = %(photo)s AND (photo.status = 'active' OR photo.member_id = %(viewer)s) AND {may_be_opened("p")}
"""  # noqa: S608
# The member's row is locked, so the count stands still; the statement is its own guard all the same.
ADD = """
    INSERT INTO photos (id, member_id, position, status, thumbhash, media, fingerprint)
    SELECT %(photo)s, %(member)s, coalesce(max(position) + 1, 0), %(status)s, %(thumbhash)s, %(media)s,
           %(fingerprint)s
    FROM photos WHERE member_id = %(member)s HAVING count(*) < %(limit)s
    ON CONFLICT DO NOTHING RETURNING id
"""
# A place is one photo's alone, also half-way through: all step aside, then each takes its new one.
STEP_ASIDE = "UPDATE photos SET position = -1 - position WHERE member_id = %(member)s"
TAKE_PLACES = """
    UPDATE photos SET position = new.place - 1
    FROM unnest(%(photos)s::uuid[]) WITH ORDINALITY AS new (id, place)
    WHERE photos.id = new.id AND photos.member_id = %(member)s
"""
# Only files of the member's own: those of demonstration members are shared.
OWN_FILES = "members/"
LOOSEN = f"""
    INSERT INTO loose_media (media)
    SELECT media FROM photos WHERE member_id = %(member)s AND media LIKE '{OWN_FILES}%%'
    ON CONFLICT DO NOTHING
"""  # noqa: S608


class PhotoRepository(LooseFiles):
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

    def media_at_desk(self, desk: Desk, photo_id: UUID) -> tuple[str, datetime] | None:
        """As `media`, for inspection within the desk's reach: whatever has become of the photo and its member."""
        found = (
            select(PhotoRow.media, func.now().label("at"))
            .join(ProfileRow, ProfileRow.member_id == PhotoRow.member_id)
            .where(PhotoRow.id == photo_id, ProfileRow.pool == desk.pool)
        )
        row = self._session.execute(found).one_or_none()
        return (row.media, row.at) if row else None

    def own(self, member_id: UUID) -> list[OwnPhoto]:
        """All of a member's photos, in their order, whatever has become of them."""
        rows = self._session.execute(
            select(PhotoRow.id, PhotoRow.thumbhash, PhotoRow.status, PhotoRow.reason)
            .where(PhotoRow.member_id == member_id)
            .order_by(PhotoRow.position)
        )
        return [OwnPhoto(row.id, row.thumbhash, PhotoStatus(row.status), row.reason) for row in rows]

    def files_of(self, member_id: UUID) -> list[str]:
        """The names of the files of all photos of this member, in their order."""
        names = select(PhotoRow.media).where(PhotoRow.member_id == member_id).order_by(PhotoRow.position)
        return list(self._session.scalars(names))

    def exists(self, photo_id: UUID) -> bool:
        return self._session.get(PhotoRow, photo_id) is not None

    def add(
        self,
        member_id: UUID,
        photo_id: UUID,
        media: str,
        developed: Developed,
        status: PhotoStatus,
        limit: int,
    ) -> bool:
        """As the last one. False when the member has `limit` photos, or the id is taken."""
        values = {
            "photo": photo_id,
            "member": member_id,
            "status": status.value,
            "thumbhash": developed.thumbhash,
            "fingerprint": developed.fingerprint or None,
            "media": media,
            "limit": limit,
        }
        return self._session.connection().exec_driver_sql(ADD, values).first() is not None

    def order(self, member_id: UUID, photo_ids: Sequence[UUID]) -> None:
        connection = self._session.connection()
        connection.exec_driver_sql(STEP_ASIDE, {"member": member_id})
        connection.exec_driver_sql(TAKE_PLACES, {"member": member_id, "photos": list(photo_ids)})

    def remove(self, member_id: UUID, photo_id: UUID) -> str | None:
        """The name of its files, which are loose from now on; None when the member has no such photo."""
        media = self._session.execute(
            delete(PhotoRow).where(PhotoRow.id == photo_id, PhotoRow.member_id == member_id).returning(PhotoRow.media)
        ).scalar_one_or_none()
        if media is not None and media.startswith(OWN_FILES):
            self.note_loose(media)
        return media

    def loosen_all(self, member_id: UUID) -> None:
        """Let the files of all photos of this member be cleared away."""
        self._session.connection().exec_driver_sql(LOOSEN, {"member": member_id})
