"""Whoever does not show their sexuality is not found by it either."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

SEXUALITY = 0b1111 << 10  # the bits of it, as `domain/marks.py` had them when this was written


def upgrade() -> None:
    op.execute(f"""
        UPDATE search_rows s SET traits = s.traits & ~{SEXUALITY}::bigint
        FROM profiles p WHERE p.member_id = s.id AND NOT p.sexuality_shown AND s.traits & {SEXUALITY} <> 0
    """)  # noqa: S608
