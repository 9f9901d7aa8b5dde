"""Whether a member still has to be asked for the consent `matching`: everyone who is here already, once."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # True for the accounts of the previous release too, which signs members up without the question.
    op.add_column("accounts", sa.Column("matching_due", sa.Boolean, nullable=False, server_default=sa.text("true")))
