from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from shared.pictures import ProcessedImage, UnreferencedFiles
from sqlalchemy import delete, func, select, union_all, update

from profiles.domain.card import Photo
from profiles.domain.photo import OwnPhoto, PhotoStatus
from profiles.storage.tables import PhotoRow, ProfileRow, QuarantinedPhotoRow
from profiles.storage.visibility import may_be_opened

# Runs for each request of a picture, so that a block or a deletion ends links made before.
SERVED = f"""
    SELECT photo.media, now() AS at FROM photos photo JOIN profiles p ON p.member_id = photo.member_id
    WHERE photo.id = %(photo)s AND (photo.status = 'active' OR photo.member_id = %(viewer)s) AND {may_be_opened("p")}
"""  # noqa: S608
# The member's row is locked, so the count cannot change; the statement is guarded all the same.
ADD = """
    INSERT INTO photos (id, member_id, position, status, reason, thumbhash, media, fingerprint)
    SELECT %(photo)s, %(member)s, coalesce(max(position) + 1, 0), %(status)s, %(reason)s, %(thumbhash)s,
           %(media)s, %(fingerprint)s
    FROM photos WHERE member_id = %(member)s HAVING count(*) < %(limit)s
    ON CONFLICT DO NOTHING RETURNING id
"""
# Positions are unique at every moment: all become negative first, then each gets its new one.
NEGATE_POSITIONS = "UPDATE photos SET position = -1 - position WHERE member_id = %(member)s"
SET_POSITIONS = """
    UPDATE photos SET position = new.position - 1
    FROM unnest(%(photos)s::uuid[]) WITH ORDINALITY AS new (id, position)
    WHERE photos.id = new.id AND photos.member_id = %(member)s
"""
# Files of one member's upload; those of demonstration members are shared.
OWN_FILES = "members/"
RELEASE_FILES = f"""
    INSERT INTO loose_media (media)
    SELECT media FROM (
        SELECT member_id, media FROM photos UNION ALL SELECT member_id, media FROM quarantined_photos
    ) AS stored
    WHERE member_id = %(member)s AND media LIKE '{OWN_FILES}%%'
    ON CONFLICT DO NOTHING
"""  # noqa: S608


class PhotoRepository(UnreferencedFiles):
    def of(self, member_id: UUID) -> tuple[Photo, ...]:
        """Return the approved photos of a member, the main one first."""
        rows = self._session.execute(
            select(PhotoRow.id, PhotoRow.thumbhash)
            .where(PhotoRow.member_id == member_id, PhotoRow.status == "active")
            .order_by(PhotoRow.position)
        )
        return tuple(Photo(row.id, row.thumbhash) for row in rows)

    def of_all(self, member_ids: Collection[UUID], unlocked_ids: Collection[UUID]) -> dict[tuple[UUID, UUID], Photo]:
        """Return the approved photos of these members by the ids of both: all of `unlocked_ids`, else the main one."""
        rows = self._session.execute(
            select(PhotoRow.member_id, PhotoRow.id, PhotoRow.thumbhash)
            .where(PhotoRow.member_id.in_(member_ids), PhotoRow.status == "active")
            .order_by(PhotoRow.member_id, PhotoRow.position)
        )
        photos: dict[tuple[UUID, UUID], Photo] = {}
        started: set[UUID] = set()
        for row in rows:
            if row.member_id in unlocked_ids or row.member_id not in started:
                photos[row.member_id, row.id] = Photo(row.id, row.thumbhash)
            started.add(row.member_id)
        return photos

    def oldest_pending_seconds(self) -> float:
        """For how long the oldest photo waits for its review; 0 when none does."""
        oldest = select(func.min(PhotoRow.added_at)).where(PhotoRow.status == "pending").scalar_subquery()
        return float(self._session.execute(select(func.extract("epoch", func.now() - oldest))).scalar_one() or 0)

    def media(self, viewer_id: UUID, photo_id: UUID) -> tuple[str, datetime] | None:
        """Return the name of a photo's files and the database's time; None when it is not visible to the viewer."""
        row = self._session.connection().exec_driver_sql(SERVED, {"viewer": viewer_id, "photo": photo_id}).one_or_none()
        return (row.media, row.at) if row else None

    def media_at_desk(self, pool: int, photo_id: UUID) -> tuple[str, datetime] | None:
        """As `media`, for review within a desk's pool, in every state of the photo and its member."""
        photo = union_all(
            select(PhotoRow.media, PhotoRow.member_id).where(PhotoRow.id == photo_id),
            select(QuarantinedPhotoRow.media, QuarantinedPhotoRow.member_id).where(QuarantinedPhotoRow.id == photo_id),
        ).subquery()
        found = (
            select(photo.c.media, func.now().label("at"))
            .join(ProfileRow, ProfileRow.member_id == photo.c.member_id)
            .where(ProfileRow.pool == pool)
        )
        row = self._session.execute(found).one_or_none()
        return (row.media, row.at) if row else None

    def own(self, member_id: UUID) -> list[OwnPhoto]:
        """Return all of a member's photos in their order, of every status."""
        rows = self._session.execute(
            select(PhotoRow.id, PhotoRow.thumbhash, PhotoRow.status, PhotoRow.reason)
            .where(PhotoRow.member_id == member_id)
            .order_by(PhotoRow.position)
        )
        return [OwnPhoto(row.id, row.thumbhash, PhotoStatus(row.status), row.reason) for row in rows]

    def to_compare(self, member_id: UUID, limit: int) -> list[tuple[UUID, str, bytes]]:
        """Return id, name of the files and fingerprint of a member's photos that were not rejected, the main one first;
        the fingerprint of an old photo is empty."""
        rows = select(PhotoRow.id, PhotoRow.media, PhotoRow.fingerprint).where(
            PhotoRow.member_id == member_id, PhotoRow.status != PhotoStatus.REJECTED.value
        )
        found = self._session.execute(rows.order_by(PhotoRow.position).limit(limit))
        return [(row.id, row.media, row.fingerprint or b"") for row in found]

    def files_of(self, member_id: UUID) -> list[str]:
        """The names of the files of all photos of this member, in their order."""
        names = select(PhotoRow.media).where(PhotoRow.member_id == member_id).order_by(PhotoRow.position)
        return list(self._session.scalars(names))

    def add(
        self,
        member_id: UUID,
        photo_id: UUID,
        media: str,
        processed: ProcessedImage,
        status: PhotoStatus,
        limit: int,
        reason: str | None = None,
    ) -> bool:
        """Add a photo as the last one. False when the member has `limit` photos."""
        values = {
            "photo": photo_id,
            "member": member_id,
            "status": status.value,
            "reason": reason,
            "thumbhash": processed.thumbhash,
            "fingerprint": processed.fingerprint or None,
            "media": media,
            "limit": limit,
        }
        return self._session.connection().exec_driver_sql(ADD, values).first() is not None

    def set_status(self, photo_id: UUID, seen: PhotoStatus, status: PhotoStatus, reason: str | None) -> UUID | None:
        """Set the status of a photo. Returns its member; None when its status is not `seen` any more."""
        changed = (
            update(PhotoRow)
            .where(PhotoRow.id == photo_id, PhotoRow.status == seen.value)
            .values(status=status.value, reason=reason)
        )
        return self._session.execute(changed.returning(PhotoRow.member_id)).scalar_one_or_none()

    def owner(self, photo_id: UUID) -> UUID | None:
        found = select(PhotoRow.member_id).where(PhotoRow.id == photo_id)
        return self._session.execute(found).scalar_one_or_none()

    def order(self, member_id: UUID, photo_ids: Sequence[UUID]) -> None:
        connection = self._session.connection()
        connection.exec_driver_sql(NEGATE_POSITIONS, {"member": member_id})
        connection.exec_driver_sql(SET_POSITIONS, {"member": member_id, "photos": list(photo_ids)})

    def remove(self, member_id: UUID, photo_id: UUID) -> str | None:
        """The name of its files, which are loose from now on; None when the member has no such photo."""
        media = self._session.execute(
            delete(PhotoRow).where(PhotoRow.id == photo_id, PhotoRow.member_id == member_id).returning(PhotoRow.media)
        ).scalar_one_or_none()
        if media is not None:
            self.release(media)
        return media

    def release(self, media: str) -> None:
        """Mark these files as unreferenced; those of demonstration members stay."""
        if media.startswith(OWN_FILES):
            self.note_unreferenced(media)

    def release_files(self, member_id: UUID) -> None:
        """Mark the files of all photos of this member as unreferenced, also in quarantine."""
        self._session.connection().exec_driver_sql(RELEASE_FILES, {"member": member_id})
