"""The gazetteer's towns and regions, so that every database has them before the first member comes.

A later edition of the gazetteer arrives the same way: a migration that calls this again.
"""

from alembic import op
from shared.gazetteer.loading import load_towns

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    load_towns(op.get_bind().connection.driver_connection)
