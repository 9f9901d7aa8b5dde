"""Two more sub ids, and views and sign-ups by country, class of device and hour. Expand only.

Views so far are copied without a class, so that reports by one have the same sums as all others.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

KEY = ("site", "page", "version", "arm", "network", "locale")


def upgrade() -> None:
    for name in ("sub4", "sub5", "country", "device"):
        op.add_column("leads", sa.Column(name, sa.String, nullable=False, server_default=""))
    counts = [sa.Column(name, sa.BigInteger, nullable=False, server_default="0") for name in ("views", "went_on")]
    op.create_table(
        "view_classes",
        sa.Column("day", sa.Date, primary_key=True),
        *(
            sa.Column(name, sa.BigInteger if name in ("version", "arm") else sa.String, primary_key=True)
            for name in KEY
        ),
        sa.Column("hour", sa.SmallInteger, primary_key=True),
        sa.Column("country", sa.String, primary_key=True),
        sa.Column("device", sa.String, primary_key=True),
        sa.Column("is_suspect", sa.Boolean, primary_key=True),
        *counts,
    )
    names = ", ".join(("day", *KEY, "is_suspect", "views", "went_on"))
    op.execute(
        f"INSERT INTO view_classes ({names}, hour, country, device) SELECT {names}, -1, '', '' FROM views"  # noqa: S608
    )
