"""The indexes by which a message is found by its email, and those whose members may still return."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    build_index("ix_series_emails_email_id", "series_emails", ["email_id"])
    build_index(
        "ix_series_emails_awaited",
        "series_emails",
        ["member_id"],
        postgresql_where=sa.text("subject IS NOT NULL AND returned_at IS NULL"),
    )
