"""The bit of the verified badge in search, for badges given before search had it. Expand only.

The previous release ignores the bit and clears it where it refreshes a row; the next change of that profile sets it.
"""

from alembic import op

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None

VERIFIED = 1 << 60


def upgrade() -> None:
    op.execute(f"""
        UPDATE search_rows s SET traits = s.traits | {VERIFIED}
        FROM profiles p WHERE p.member_id = s.id AND p.verified_at IS NOT NULL AND (
            SELECT id FROM photos WHERE member_id = p.member_id AND status = 'active' ORDER BY position LIMIT 1
        ) = ANY(p.verified_photos)
    """)  # noqa: S608
