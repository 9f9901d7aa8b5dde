"""Store which members opened a profile, one row a day. Expand only.

No foreign keys: making one locks `profiles`, which the previous release writes. Rows go with their members by the data
inventory.
"""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("profiles", sa.Column("shares_looks", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "profile_looks",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("viewer_id", sa.Uuid, primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
    )
    op.create_index("ix_profile_looks_viewer_id", "profile_looks", ["viewer_id"])
    op.create_index("ix_profile_looks_day", "profile_looks", ["day"])
