"""Seven traits more, height, what a member accepts of others, and the day of joining while a member is new.

Expand only: the previous release neither reads nor writes the new columns. A member who signs up at the previous
release during the rollout is "new" for search once their profile changes; until then their new words are null, too.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

CHOSEN = ("has_children", "wants_children", "smoking", "education", "religion")
SEVERAL = ("looking_for", "languages", "accepts_looking_for", "accepts_has_children", "accepts_wants_children")


def upgrade() -> None:
    for name in CHOSEN:
        op.add_column("profiles", sa.Column(name, sa.String))
    for name in SEVERAL:
        empty = sa.text("'{}'::character varying[]")
        op.add_column("profiles", sa.Column(name, ARRAY(sa.String), nullable=False, server_default=empty))
    op.add_column("profiles", sa.Column("height_cm", sa.SmallInteger))
    op.add_column("search_rows", sa.Column("joined_on", sa.Date))
    op.execute(
        "UPDATE search_rows s SET joined_on = (p.joined_at AT TIME ZONE 'UTC')::date"
        " FROM profiles p WHERE p.member_id = s.id AND p.joined_at >= now() - interval '7 days'"
    )
