"""Where sessions run and what they proved, known devices, counted attempts, second factors and passkeys."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def member() -> sa.Column[sa.Uuid]:
    return sa.Column("member_id", sa.Uuid, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    op.add_column("sessions", sa.Column("browser", sa.String))
    op.add_column("sessions", sa.Column("system", sa.String))
    op.add_column("sessions", sa.Column("used_on", sa.Date, nullable=False, server_default=sa.func.current_date()))
    op.add_column("sessions", sa.Column("second_factor_at", AWARE))
    op.add_column("tokens", sa.Column("detail", sa.String))
    op.create_table(
        "known_devices",
        member(),
        sa.Column("secret_hash", sa.LargeBinary, nullable=False),
        sa.Column("used_on", sa.Date, nullable=False, server_default=sa.func.current_date()),
        sa.PrimaryKeyConstraint("member_id", "secret_hash"),
    )
    op.create_table(
        "attempts",
        sa.Column("subject", sa.LargeBinary, primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("blocked_until", AWARE),
        sa.Column("counted_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_attempts_counted_at", "attempts", ["counted_at"])
    op.create_table(
        "authenticators",
        sa.Column("member_id", sa.Uuid, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("sealed_secret", sa.LargeBinary, nullable=False),
        sa.Column("confirmed_at", AWARE),
        sa.Column("last_step", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    )
    op.create_table(
        "recovery_codes",
        member(),
        sa.Column("code_hash", sa.LargeBinary, nullable=False),
        sa.Column("used_at", AWARE),
        sa.PrimaryKeyConstraint("member_id", "code_hash"),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Uuid, primary_key=True),
        member(),
        sa.Column("credential_id", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("used_on", sa.Date),
    )
    op.create_index("ix_passkeys_member_id", "passkeys", ["member_id"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, sa.ForeignKey("accounts.id", ondelete="CASCADE")),
        sa.Column("challenge", sa.LargeBinary, nullable=False),
        sa.Column("expires_at", AWARE, nullable=False),
    )
    op.create_index("ix_challenges_expires_at", "challenges", ["expires_at"])
