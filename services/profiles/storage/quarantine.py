from uuid import UUID

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from profiles.domain.photo import PhotoStatus, RejectReason
from profiles.storage.tables import PhotoRow, QuarantinedPhotoRow

MOVED = ("id", "member_id", "thumbhash", "media", "fingerprint", "added_at")


class QuarantineRepository:
    """Photos visible to the desk alone. The caller has the row lock of the member's profile."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, photo_id: UUID, decision_id: UUID) -> None:
        """Move a photo out of the member's photos, with its files as they are."""
        taken = delete(PhotoRow).where(PhotoRow.id == photo_id).returning(*(getattr(PhotoRow, name) for name in MOVED))
        row = self._session.execute(taken).one()
        self._session.execute(insert(QuarantinedPhotoRow).values(**row._asdict(), decision_id=decision_id))

    def owner(self, photo_id: UUID) -> UUID | None:
        found = select(QuarantinedPhotoRow.member_id).where(QuarantinedPhotoRow.id == photo_id)
        return self._session.execute(found).scalar_one_or_none()

    def release(self, photo_id: UUID) -> None:
        """Let the photo wait in the desk's queue for a new decision, hidden as it was."""
        self._session.execute(
            update(QuarantinedPhotoRow)
            .where(QuarantinedPhotoRow.id == photo_id, QuarantinedPhotoRow.released_at.is_(None))
            .values(released_at=func.now())
        )

    def bring_back(self, photo_id: UUID) -> UUID | None:
        """Make it the last of the member's photos again, so that the caller can decide about it anew: pending if it was
        released, else rejected. Returns the decision that had put it here; None when it is not here."""
        taken = delete(QuarantinedPhotoRow).where(QuarantinedPhotoRow.id == photo_id)
        row = self._session.execute(taken.returning(QuarantinedPhotoRow)).scalar_one_or_none()
        if row is None:
            return None
        last = select(func.coalesce(func.max(PhotoRow.position) + 1, 0)).where(PhotoRow.member_id == row.member_id)
        is_released = row.released_at is not None
        self._session.execute(
            insert(PhotoRow).values(
                **{name: getattr(row, name) for name in MOVED},
                position=last.scalar_subquery(),
                status=(PhotoStatus.PENDING if is_released else PhotoStatus.REJECTED).value,
                reason=None if is_released else RejectReason.ILLEGAL.value,
            )
        )
        return row.decision_id

    def remove(self, photo_id: UUID) -> str | None:
        """Forget the photo. Returns the name of its files; None when it is gone already."""
        gone = delete(QuarantinedPhotoRow).where(QuarantinedPhotoRow.id == photo_id)
        return self._session.execute(gone.returning(QuarantinedPhotoRow.media)).scalar_one_or_none()
