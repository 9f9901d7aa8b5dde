"""The identity of an account of staff at the company's OpenID provider. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("staff_accounts", sa.Column("oidc_issuer", sa.String))
    op.add_column("staff_accounts", sa.Column("oidc_subject", sa.String))
    op.create_index("uq_staff_accounts_identity", "staff_accounts", ["oidc_issuer", "oidc_subject"], unique=True)
