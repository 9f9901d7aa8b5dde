"""A copy of the pairs of members hidden from each other because one knows the other's address. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "hidden_contacts",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("contact_id", sa.Uuid, primary_key=True),
    )
    op.create_index("ix_hidden_contacts_contact_id", "hidden_contacts", ["contact_id"])
