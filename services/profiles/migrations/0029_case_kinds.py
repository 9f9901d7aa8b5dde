"""The kind of a case in the keys of the desk. Expand only: the primary keys follow once 0.2.0 is gone."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("desk_leases", sa.Column("is_photo", sa.Boolean))
