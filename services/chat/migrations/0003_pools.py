"""Pools: the members of one site write to each other and no one else. Those who were here before have none told."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("members", sa.Column("pool", sa.SmallInteger))
    op.execute("UPDATE members SET pool = 1")
