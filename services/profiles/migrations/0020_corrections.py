"""The time of the last correction of name, gender and birth date. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in ("renamed_at", "gender_corrected_at", "birth_date_corrected_at"):
        op.add_column("profiles", sa.Column(column, sa.DateTime(timezone=True)))
