"""The sessions whose pages a call is bound to: the call ends with either. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("calls", sa.Column("caller_session", sa.Uuid))
    op.add_column("calls", sa.Column("callee_session", sa.Uuid))
