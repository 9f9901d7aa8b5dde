"""Pairs of members with the same picture, and bands of its hash to find it by. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

# Two hashes of 128 bits that differ in at most 8 (`shared.pictures.NEAR`) have at least one of nine bands in common.
BANDS = """
CREATE FUNCTION picture_bands(fingerprint bytea) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(
        band << 16 | substring(hash.bits FROM band * 14 + 1 FOR CASE WHEN band = 8 THEN 16 ELSE 14 END)::integer
    )
    FROM generate_series(0, 8) AS band,
        (SELECT ('x' || encode(substring(fingerprint FROM 1 FOR 16), 'hex'))::bit(128) AS bits) AS hash
$$
"""


def upgrade() -> None:
    op.execute(BANDS)
    op.create_table(
        "duplicate_pairs",
        sa.Column("first_id", sa.Uuid, primary_key=True),
        sa.Column("second_id", sa.Uuid, primary_key=True),
        sa.Column("first_photo_id", sa.Uuid, nullable=False),
        sa.Column("second_photo_id", sa.Uuid, nullable=False),
        sa.Column("complaint_id", sa.Uuid, nullable=False),
        sa.Column("found_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_duplicate_pairs_second_id", "duplicate_pairs", ["second_id"])
    op.create_index("ix_duplicate_pairs_complaint_id", "duplicate_pairs", ["complaint_id"])
