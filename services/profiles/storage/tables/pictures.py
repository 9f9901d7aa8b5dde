"""Pictures under inspection: answers of the classifier, photos in quarantine, hashes of blocked pictures."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import APPEND_ONLY, AwareTime
from sqlalchemy import BigInteger, ForeignKey, Identity, Index, LargeBinary, func, text
from sqlalchemy.orm import Mapped, mapped_column

from profiles.storage.tables.base import Base

NO_EVIDENCE = text("'[]'::jsonb")


class QuarantinedPhotoRow(Base):
    """A photo rejected as illegal, until a second person has confirmed it. It has left `photos`, so that no query of
    members' photos can find it; once `released_at` is set, it waits in the desk's queue for a new decision."""

    __tablename__ = "quarantined_photos"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("profiles.member_id", ondelete="CASCADE"), index=True)
    decision_id: Mapped[UUID]
    thumbhash: Mapped[str]
    media: Mapped[str]
    fingerprint: Mapped[bytes | None]
    added_at: Mapped[datetime] = mapped_column(AwareTime)
    released_at: Mapped[datetime | None] = mapped_column(AwareTime)


class PhotoCheckRow(Base):
    """An answer of the image classifier about a new photo: the audit log of its decisions. Append-only."""

    __tablename__ = "photo_checks"
    __table_args__ = (
        Index("ix_photo_checks_photo_id", "photo_id", "id"),
        Index("ix_photo_checks_member_id", "member_id"),
        APPEND_ONLY,
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    photo_id: Mapped[UUID]
    member_id: Mapped[UUID]
    model: Mapped[str]  # SHA-256 of its file
    action: Mapped[str]  # show, wait, reject: what the rules of the site say
    label: Mapped[str | None]
    score: Mapped[float | None]
    failure: Mapped[str | None]  # why there is neither label nor score
    at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class BlockedPictureRow(Base):
    """A perceptual hash of a picture that was rejected as illegal, or blocked as evidence. Not the picture itself."""

    __tablename__ = "blocked_pictures"

    hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    decision_id: Mapped[UUID] = mapped_column(primary_key=True)
    blocked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
