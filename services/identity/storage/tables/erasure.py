"""What is kept of accounts that have ended, and exports."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import NEVER_DELETED, AwareTime
from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from identity.storage.tables.base import Base


class TombstoneRow(Base):
    """The tombstone of an erased account, for repeating the erasure after a restored backup.

    The hash of the address is keyed, so it identifies nobody. `told_at` and `times_told` count the announcements.
    """

    __tablename__ = "tombstones"
    __table_args__ = NEVER_DELETED

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    address_hash: Mapped[bytes] = mapped_column(LargeBinary)
    erased_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)
    told_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    times_told: Mapped[int] = mapped_column(server_default=text("1"))


class BanRow(Base):
    """A banned mailbox or browser, as a keyed hash, with the end of the ban."""

    __tablename__ = "bans"

    hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    cause: Mapped[str] = mapped_column(primary_key=True)  # moderation, own_wish
    # The banned member, for lifting the ban. No foreign key, because the ban outlasts the account.
    member_id: Mapped[UUID | None] = mapped_column(index=True)
    until: Mapped[datetime] = mapped_column(AwareTime, index=True)


class ErasureReceiptRow(Base):
    """A service's confirmation of an erasure. `rows` sums the erased rows over all repetitions."""

    __tablename__ = "erasure_receipts"
    __table_args__ = NEVER_DELETED

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    service: Mapped[str] = mapped_column(primary_key=True)
    rows: Mapped[int] = mapped_column(BigInteger)
    first_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    last_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ExportRow(Base):
    """A member's request for their own data. States: gathering, ready, fetched, expired."""

    __tablename__ = "exports"
    __table_args__ = (
        Index("ix_exports_member_id_requested_at", "member_id", "requested_at"),
        Index("ix_exports_gathering", "requested_at", postgresql_where=text("state = 'gathering'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    state: Mapped[str]
    # The services that have delivered all their files. `told_at`: the last announcement of ExportRequested.
    delivered: Mapped[list[str]] = mapped_column(ARRAY(String))
    requested_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    told_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    ready_at: Mapped[datetime | None] = mapped_column(AwareTime)
    expires_at: Mapped[datetime | None] = mapped_column(AwareTime)


class ExportPartRow(Base):
    """A sealed file of an export, kept until all services have delivered theirs."""

    __tablename__ = "export_parts"

    export_id: Mapped[UUID] = mapped_column(ForeignKey("exports.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    sealed: Mapped[bytes] = mapped_column(LargeBinary)
