"""Store which plan a text message is about: the second one to a chosen person has an id of its own. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("text_messages", sa.Column("plan_id", sa.Uuid))
