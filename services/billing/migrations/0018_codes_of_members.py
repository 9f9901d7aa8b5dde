"""Find the discount code that was made for one member."""

from typing import Any

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

COLUMNS: list[Any] = ["member_id"]


def upgrade() -> None:
    build_index(
        "ix_discount_codes_member_id", "discount_codes", COLUMNS, postgresql_where=sa.text("member_id IS NOT NULL")
    )
