"""Pictures under inspection: answers of the classifier, photos in quarantine, hashes of blocked pictures."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import APPEND_ONLY, AwareTime
from sqlalchemy import ARRAY, BigInteger, ForeignKey, Identity, Index, LargeBinary, Text, Uuid, func, text
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


class VerificationRow(Base):
    """Poses drawn for a member and, once sent in, the names of the sealed pictures. A member has one of the states
    `drawn` and `waiting` at a time."""

    __tablename__ = "verifications"
    __table_args__ = (
        Index("ix_verifications_member_id", "member_id", "drawn_at"),
        Index(
            "uq_verifications_open", "member_id", unique=True, postgresql_where=text("state IN ('drawn', 'waiting')")
        ),
        Index("ix_verifications_case_id", "case_id", postgresql_where=text("case_id IS NOT NULL")),
        Index("ix_verifications_kept_until", "kept_until", postgresql_where=text("kept_until IS NOT NULL")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID]
    state: Mapped[str]  # a `VerificationState`
    poses: Mapped[list[str]] = mapped_column(ARRAY(Text))
    drawn_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(AwareTime)
    submitted_at: Mapped[datetime | None] = mapped_column(AwareTime)
    media: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))
    photo_ids: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid), server_default=text("'{}'"))
    matched_ids: Mapped[list[UUID] | None] = mapped_column(ARRAY(Uuid))
    case_id: Mapped[UUID | None]
    decision_id: Mapped[UUID | None]
    reason: Mapped[str | None]
    decided_at: Mapped[datetime | None] = mapped_column(AwareTime)
    kept_until: Mapped[datetime | None] = mapped_column(AwareTime)  # pictures and row; null while the desk has them
    # The consent to a comparison by a model, and what came of it: scores, never a measurement of a face.
    consented_at: Mapped[datetime | None] = mapped_column(AwareTime)
    consent_withdrawn_at: Mapped[datetime | None] = mapped_column(AwareTime)
    model: Mapped[str | None]  # name, version and SHA-256
    model_verdict: Mapped[str | None]  # a `ModelVerdict`
    model_same: Mapped[float | None]
    model_pose: Mapped[float | None]
    model_live: Mapped[float | None]
    model_failure: Mapped[str | None]
