"""Store check-ins of dates, and refusals of people named in them. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "date_check_ins",
        sa.Column("plan_id", sa.Uuid, sa.ForeignKey("date_plans.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("state", sa.String, nullable=False, server_default="waiting"),
        sa.Column("ask_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("grace_minutes", sa.SmallInteger, nullable=False),
        sa.Column("tell_at", sa.DateTime(timezone=True)),
        sa.Column("settled_at", sa.DateTime(timezone=True)),
        sa.Column("secret_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("address_hash", sa.LargeBinary, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_date_check_ins_member_id", "date_check_ins", ["member_id"])
    op.create_index(
        "ix_date_check_ins_ask_at", "date_check_ins", ["ask_at"], postgresql_where=sa.text("state = 'waiting'")
    )
    op.create_index(
        "ix_date_check_ins_tell_at", "date_check_ins", ["tell_at"], postgresql_where=sa.text("state = 'asked'")
    )
    op.create_table(
        "date_contacts",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("plan_id", sa.Uuid, primary_key=True),
        sa.Column("address_hash", sa.LargeBinary, primary_key=True),
        sa.Column("named_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_date_contacts_named_at", "date_contacts", ["named_at"])
    op.create_table(
        "refused_contacts",
        sa.Column("address_hash", sa.LargeBinary, primary_key=True),
        sa.Column("refused_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
