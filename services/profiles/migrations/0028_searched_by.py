"""The kind of a search in the audit log of the desk. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("staff_actions", sa.Column("searched_by", sa.String))
