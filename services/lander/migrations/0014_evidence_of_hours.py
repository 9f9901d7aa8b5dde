"""What the sign-ups of an hour became, and the sign-ups a day a network declared. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("networks", sa.Column("expected_daily", sa.BigInteger, nullable=False, server_default=sa.text("0")))
    for name in ("confirmed", "buyers"):
        op.add_column("sign_up_hours", sa.Column(name, sa.BigInteger, nullable=False, server_default=sa.text("0")))
    # Networks keep what they proved before: the release that serves meanwhile counts sign-ups alone.
    op.execute(
        """
        UPDATE sign_up_hours SET confirmed = found.confirmed, buyers = found.buyers
        FROM (
            SELECT site, network, date_trunc('hour', signed_up_at, 'UTC') AS hour,
                   count(confirmed_at) AS confirmed, count(first_paid_at) AS buyers
            FROM leads WHERE signed_up_at >= now() - interval '28 days' GROUP BY 1, 2, 3
        ) AS found
        WHERE found.site = sign_up_hours.site AND found.network = sign_up_hours.network
          AND found.hour = sign_up_hours.hour
        """
    )
