"""An id of a payment or customer is unique at its provider: the keys without the provider go.

Release 0.2.0 names none of these keys in its statements, and the new ones refuse the same of its rows.
"""

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_constraint("uq_payments_provider_id", "payments", type_="unique")
    op.drop_constraint("uq_payments_earlier_provider_id", "payments", type_="unique")
    op.drop_constraint("pk_payers", "payers", type_="primary")
    op.execute("ALTER TABLE payers ADD CONSTRAINT pk_payers PRIMARY KEY USING INDEX payers_by_provider")
