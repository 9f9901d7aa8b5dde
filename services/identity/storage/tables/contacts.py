"""Addresses of people that members know, and the pairs of members hidden from each other by them.

No foreign keys to `accounts`, which the previous release writes: rows go with their members by the data inventory.
"""

from datetime import datetime
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import Index, LargeBinary, func, text
from sqlalchemy.orm import Mapped, mapped_column

from identity.storage.tables.base import Base


class KnownContactRow(Base):
    """An entry of a member's list: the keyed hash of a mailbox. It is compared with the members of that time once, at
    `starts_at`, and with each later one as they confirm their address.
    """

    __tablename__ = "known_contacts"
    __table_args__ = (
        Index("ix_known_contacts_address_hash", "address_hash"),
        Index("ix_known_contacts_starts_at", "starts_at", postgresql_where=text("NOT is_compared")),
        Index("ix_known_contacts_ends_at", "ends_at", postgresql_where=text("ends_at IS NOT NULL")),
    )

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    address_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    added_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    starts_at: Mapped[datetime] = mapped_column(AwareTime)
    is_compared: Mapped[bool] = mapped_column(server_default=text("false"))
    # Set when its member removes it: until then it goes on hiding.
    ends_at: Mapped[datetime | None] = mapped_column(AwareTime)


class AddressHashRow(Base):
    """The confirmed mailbox of a member, under each key of the ring."""

    __tablename__ = "address_hashes"
    __table_args__ = (Index("ix_address_hashes_address_hash", "address_hash"),)

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    address_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    # The hash of a constant under the same key, to find accounts that have none under the key in use.
    key_hash: Mapped[bytes] = mapped_column(LargeBinary)


class HiddenContactRow(Base):
    """A member hidden by an entry. Several entries may hide the same two from each other."""

    __tablename__ = "hidden_contacts"
    __table_args__ = (Index("ix_hidden_contacts_contact_id", "contact_id"),)

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    address_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    contact_id: Mapped[UUID] = mapped_column(primary_key=True)
