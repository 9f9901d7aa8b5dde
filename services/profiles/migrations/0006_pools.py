"""Pools: the members of one site meet each other and no one else's."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ORDER = "last_active DESC, id DESC, birth_date, seeks, has_image"


def upgrade() -> None:
    # All who are here came to the only site there was.
    for table in ("profiles", "search_rows"):
        op.add_column(table, sa.Column("pool", sa.SmallInteger, nullable=False, server_default=sa.text("1")))
    # Search walks an index in the order of its page, so the pool comes first in each. The release before this one
    # finds its way along them, too: there are few pools and two genders.
    for name, columns in (("anywhere", "gender"), ("country", "gender, country"), ("region", "gender, region")):
        op.execute(f"CREATE INDEX ix_search_rows_pool_{name} ON search_rows (pool, {columns}, {ORDER})")
        op.execute(f"DROP INDEX ix_search_rows_{name}")
