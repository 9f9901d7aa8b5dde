"""Invitations by members, and the members who came by them. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def _member(name: str, **changes: bool) -> sa.Column[sa.Uuid]:
    return sa.Column(name, sa.Uuid, sa.ForeignKey("accounts.id", ondelete="CASCADE"), **changes)


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        _member("inviter_id", nullable=False),
        sa.Column("code", sa.String, nullable=False, unique=True),
        sa.Column("shows_name", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("revoked_at", sa.DateTime(timezone=True)),
    )
    op.create_index("ix_invitations_inviter_id", "invitations", ["inviter_id"])
    op.create_index("ix_invitations_revoked_at", "invitations", ["revoked_at"])
    op.create_table(
        "member_invites",
        _member("member_id", primary_key=True),
        _member("inviter_id", nullable=False),
        sa.Column("invitation_id", sa.Uuid, sa.ForeignKey("invitations.id", ondelete="CASCADE"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_member_invites_inviter_id", "member_invites", ["inviter_id"])
    op.create_index("ix_member_invites_invitation_id", "member_invites", ["invitation_id"])
