"""Addresses of people that members know, as keyed hashes. Expand only.

No foreign keys: making one locks `accounts`, which the previous release writes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "known_contacts",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("address_hash", sa.LargeBinary, primary_key=True),
        sa.Column("added_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("starts_at", AWARE, nullable=False),
        sa.Column("is_compared", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("ends_at", AWARE),
    )
    op.create_index("ix_known_contacts_address_hash", "known_contacts", ["address_hash"])
    op.create_index(
        "ix_known_contacts_starts_at", "known_contacts", ["starts_at"], postgresql_where=sa.text("NOT is_compared")
    )
    op.create_index(
        "ix_known_contacts_ends_at", "known_contacts", ["ends_at"], postgresql_where=sa.text("ends_at IS NOT NULL")
    )
    op.create_table(
        "address_hashes",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("address_hash", sa.LargeBinary, primary_key=True),
        sa.Column("key_hash", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_address_hashes_address_hash", "address_hashes", ["address_hash"])
    op.create_table(
        "hidden_contacts",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("address_hash", sa.LargeBinary, primary_key=True),
        sa.Column("contact_id", sa.Uuid, primary_key=True),
    )
    op.create_index("ix_hidden_contacts_contact_id", "hidden_contacts", ["contact_id"])
