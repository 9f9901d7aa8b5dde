"""The gender a member looks for, and the sexuality that follows, are held only with the member's explicit consent."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

# The previous release derives a sexuality from any sign-up, also from one that says nothing. While both releases serve,
# and after, the table itself refuses to hold one that follows from nothing.
NOT_SAID = """
CREATE FUNCTION sexuality_follows_from_seeks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.sexuality := NULL;
    RETURN NEW;
END $$;
CREATE TRIGGER sexuality_follows_from_seeks BEFORE INSERT OR UPDATE ON profiles
    FOR EACH ROW WHEN (cardinality(NEW.seeks) = 0 AND NEW.sexuality IS NOT NULL)
    EXECUTE FUNCTION sexuality_follows_from_seeks();
"""


def upgrade() -> None:
    op.alter_column("profiles", "sexuality", nullable=True)
    op.create_table(
        "consents",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("is_given", sa.Boolean, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.execute(NOT_SAID)
