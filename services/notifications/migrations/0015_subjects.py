"""Several subjects of a campaign mail, and what followed each message. Expand only.

The further subjects have a column of their own: the release before refuses a document with fields it does not know.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("campaigns", sa.Column("subjects", postgresql.JSONB))
    op.add_column("series_emails", sa.Column("subject", sa.SmallInteger))
    for column in ("delivered_at", "returned_at", "unsubscribed_at", "complained_at"):
        op.add_column("series_emails", sa.Column(column, AWARE))
    op.add_column("series_emails", sa.Column("counts_from", sa.Date))
