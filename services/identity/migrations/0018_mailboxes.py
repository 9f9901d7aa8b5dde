"""An index of accounts by mailbox, whatever its spelling: built concurrently."""

import sqlalchemy as sa
from identity.storage.tables.accounts import MAILBOX
from shared.kit.index_builds import build_index

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    build_index("ix_accounts_mailbox", "accounts", ["site", sa.text(MAILBOX)])
