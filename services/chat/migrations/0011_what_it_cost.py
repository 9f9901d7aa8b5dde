"""What a message cost its sender, so that nobody is told of a refund where nothing was paid."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Null where it is not known: messages from before, and those that came with imported members.
    op.add_column("messages", sa.Column("credits", sa.BigInteger))
