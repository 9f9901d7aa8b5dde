"""An index of accounts by mailbox, whatever its spelling: built concurrently."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

# As in identity/storage/tables/accounts.py when this was written.
LOCAL = r"regexp_replace(split_part(email, '@', 1), '^([^+]+)\+.*$', '\1')"
DOMAIN = "split_part(email, '@', 2)"
MAILBOX = (
    f"(CASE WHEN {DOMAIN} IN ('gmail.com', 'googlemail.com') THEN replace({LOCAL}, '.', '') ELSE {LOCAL} END || '@' || "
    f"CASE {DOMAIN} WHEN 'googlemail.com' THEN 'gmail.com' WHEN 'pm.me' THEN 'proton.me' "
    f"WHEN 'protonmail.com' THEN 'proton.me' ELSE {DOMAIN} END)"
)


def upgrade() -> None:
    build_index("ix_accounts_mailbox", "accounts", ["site", sa.text(MAILBOX)])
