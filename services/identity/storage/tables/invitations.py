"""Invitations by members, and the members who came by them."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import ForeignKey, func, text
from sqlalchemy.orm import Mapped, mapped_column

from identity.storage.tables.base import Base


class InvitationRow(Base):
    """A member's link. The code is stored as it is, because its owner reads it again; it opens no account."""

    __tablename__ = "invitations"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    inviter_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    code: Mapped[str] = mapped_column(unique=True)
    shows_name: Mapped[bool] = mapped_column(server_default=text("false"))
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    revoked_at: Mapped[datetime | None] = mapped_column(AwareTime, index=True)


class MemberInviteRow(Base):
    """A member who signed up by an invitation, once."""

    __tablename__ = "member_invites"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    inviter_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    invitation_id: Mapped[UUID] = mapped_column(ForeignKey("invitations.id", ondelete="CASCADE"), index=True)
    at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
