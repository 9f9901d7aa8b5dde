"""Store the assignee, the labels and the internal notes of cases. Expand only.

No foreign keys: making one locks a table that the previous release writes. That release lists every case to everybody.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "desk_cases",
        sa.Column("case_id", sa.Uuid, primary_key=True),
        sa.Column("is_photo", sa.Boolean, primary_key=True),
        sa.Column("assignee_id", sa.Uuid),
        sa.Column("labels", postgresql.ARRAY(sa.Text), nullable=False, server_default="{}"),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_desk_cases_assignee_id", "desk_cases", ["assignee_id"])
    op.create_table(
        "case_notes",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid),
        sa.Column("case_id", sa.Uuid),
        sa.Column("author_id", sa.Uuid, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_case_notes_member_id", "case_notes", ["member_id"])
    op.create_index("ix_case_notes_case_id", "case_notes", ["case_id"])
