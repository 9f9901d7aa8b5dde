"""What a charge paid for besides words: a photo, a gift, an opening line; and what the message was, as chat told."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in ("purpose", "item"):
        op.add_column("transfers", sa.Column(column, sa.String))
        op.add_column("settled_messages", sa.Column(column, sa.String))
    # Rows from before have neither, so nobody has to look at them.
    op.execute(
        """
        ALTER TABLE transfers ADD CONSTRAINT ck_transfers_purpose CHECK (
            (purpose IS NULL OR (kind IN ('message', 'refund') AND purpose IN ('photo', 'gift', 'icebreaker')))
            AND (item IS NOT NULL) = (purpose IS NOT NULL AND purpose IN ('gift', 'icebreaker'))
        ) NOT VALID
        """
    )
    # concat_ws passes over what is null: the hashes of transfers without a purpose stay what they are.
    op.execute(
        """
        CREATE OR REPLACE FUNCTION transfer_hash(previous bytea, transfer transfers) RETURNS bytea
        LANGUAGE sql STABLE AS $$
            SELECT sha256(coalesce(previous, ''::bytea) || convert_to(concat_ws('|',
                transfer.id, transfer.kind, transfer.member_id, transfer.credits, transfer.free_messages,
                transfer.debt, transfer.balance_after, transfer.version,
                coalesce(transfer.partner_id::text, ''), coalesce(transfer.payment_id::text, ''),
                (extract(epoch FROM transfer.created_at) * 1000000)::bigint,
                transfer.purpose, transfer.item
            ), 'UTF8'))
        $$
        """
    )
