"""Tell of a charge in the statement that makes it: CreditsChanged as protobuf writes it."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        """
        CREATE FUNCTION varint(value bigint) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT AS $$
        DECLARE
            written bytea := '';
        BEGIN
            WHILE value > 127 LOOP
                written := written || set_byte('\\x00', 0, (value & 127)::int | 128);
                value := value >> 7;
            END LOOP;
            RETURN written || set_byte('\\x00', 0, value::int);
        END $$
        """
    )
    # Fields 1 to 4 of pairwise.billing.v1.CreditsChanged; a field of zero is left out. No value is below zero.
    op.execute(
        """
        CREATE FUNCTION credits_changed(member_id uuid, balance bigint, version bigint, free_messages_left int)
        RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
            SELECT '\\x0a24'::bytea || convert_to(member_id::text, 'UTF8')
                || CASE WHEN balance > 0 THEN '\\x10'::bytea || varint(balance) ELSE '' END
                || CASE WHEN version > 0 THEN '\\x18'::bytea || varint(version) ELSE '' END
                || CASE WHEN free_messages_left > 0 THEN '\\x20'::bytea || varint(free_messages_left) ELSE '' END
        $$
        """
    )
