"""Hash lists of known illegal pictures, evidence of matches, and the log of what operators do with both."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import APPEND_ONLY, AwareTime
from sqlalchemy import BigInteger, ForeignKey, Identity, Index, LargeBinary, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from profiles.storage.tables.base import Base


class HashListRow(Base):
    """A list of hashes from one source, imported as a whole."""

    __tablename__ = "hash_lists"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    source: Mapped[str]
    kind: Mapped[str]  # a `HashKind`
    hashes: Mapped[int]
    imported_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ListedHashRow(Base):
    """A hash of a list."""

    __tablename__ = "listed_hashes"
    __table_args__ = (Index("ix_listed_hashes_hash", "hash"),)

    list_id: Mapped[UUID] = mapped_column(ForeignKey("hash_lists.id", ondelete="CASCADE"), primary_key=True)
    hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)


class SealedEvidenceRow(Base):
    """A refused upload that is on a hash list: picture and facts, sealed. Once for each member and file."""

    __tablename__ = "sealed_evidence"
    __table_args__ = (
        UniqueConstraint("member_id", "digest", name="uq_sealed_evidence_member_id"),
        Index("ix_sealed_evidence_kept_until", "kept_until"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), unique=True)
    member_id: Mapped[UUID]
    site: Mapped[str]
    place: Mapped[str]  # an `UploadKind`
    list_name: Mapped[str]
    digest: Mapped[bytes] = mapped_column(LargeBinary)  # SHA-256 of the file, or of the picture where there is none
    sealed: Mapped[bytes] = mapped_column(LargeBinary)
    found_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    kept_until: Mapped[datetime] = mapped_column(AwareTime)
    reported_at: Mapped[datetime | None] = mapped_column(AwareTime)


class EvidenceActRow(Base):
    """What an operator did with a hash list or with evidence. Append-only."""

    __tablename__ = "evidence_acts"
    __table_args__ = (Index("ix_evidence_acts_at", "at"), APPEND_ONLY)

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    act: Mapped[str]
    subject: Mapped[str]  # the name of a list, or the number of evidence
    by_name: Mapped[str]
    second_name: Mapped[str | None]
    note: Mapped[str | None]
    at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
