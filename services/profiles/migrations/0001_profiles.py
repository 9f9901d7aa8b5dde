"""Places, profiles, photos, blocks and the rows of search."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)
TEXTS = postgresql.ARRAY(sa.String)
PAGE_ORDER = [sa.text("last_active DESC"), sa.text("id DESC"), "birth_date", "seeks", "has_image"]


def upgrade() -> None:
    op.create_table(
        "regions",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("country", sa.String, nullable=False, index=True),
        sa.Column("name", sa.String, nullable=False),
    )
    op.create_table(
        "towns",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("country", sa.String, nullable=False),
        sa.Column("region", sa.String, sa.ForeignKey("regions.id"), nullable=False),
        sa.Column("latitude", sa.Float, nullable=False),
        sa.Column("longitude", sa.Float, nullable=False),
        sa.Column("population", sa.Integer, nullable=False),
    )
    op.create_table(
        "profiles",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("birth_date", sa.Date, nullable=False),
        sa.Column("gender", sa.String, nullable=False),
        sa.Column("sexuality", sa.String, nullable=False),
        sa.Column("seeks", TEXTS, nullable=False),
        sa.Column("town_id", sa.Integer, sa.ForeignKey("towns.id")),
        sa.Column("country", sa.String, nullable=False),
        sa.Column("region", sa.String, sa.ForeignKey("regions.id")),
        sa.Column("about", sa.String),
        sa.Column("interests", TEXTS, nullable=False, server_default=sa.text("'{}'::character varying[]")),
        sa.Column("relationship_status", sa.String),
        sa.Column("hair_colour", sa.String),
        sa.Column("eye_colour", sa.String),
        sa.Column("body_type", sa.String),
        sa.Column("tattoos", sa.String),
        sa.Column("fictional", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("demonstration", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("state", sa.String, nullable=False, server_default="active"),
        sa.Column("invisible", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("is_premium", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("last_active_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("joined_at", AWARE, nullable=False, server_default=sa.func.now()),
        postgresql_with={"fillfactor": "85"},
    )
    op.create_table(
        "photos",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, sa.ForeignKey("profiles.member_id", ondelete="CASCADE"), nullable=False),
        sa.Column("position", sa.SmallInteger, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("thumbhash", sa.String, nullable=False),
        sa.Column("media", sa.String, nullable=False),
        sa.Column("added_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("uq_photos_member_id_position", "photos", ["member_id", "position"], unique=True)
    op.create_table(
        "blocks",
        sa.Column("blocker_id", sa.Uuid, sa.ForeignKey("profiles.member_id", ondelete="CASCADE"), primary_key=True),
        sa.Column(
            "blocked_id",
            sa.Uuid,
            sa.ForeignKey("profiles.member_id", ondelete="CASCADE"),
            primary_key=True,
            index=True,
        ),
        sa.Column("blocked_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_table(
        "search_rows",
        sa.Column("id", sa.Uuid, sa.ForeignKey("profiles.member_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("gender", sa.SmallInteger, nullable=False),
        sa.Column("seeks", sa.SmallInteger, nullable=False),
        sa.Column("country", sa.String, nullable=False),
        sa.Column("region", sa.String),
        sa.Column("birth_date", sa.Date, nullable=False),
        sa.Column("has_image", sa.Boolean, nullable=False),
        sa.Column("last_active", AWARE, nullable=False),
    )
    op.create_index("ix_search_rows_anywhere", "search_rows", ["gender", *PAGE_ORDER])
    op.create_index("ix_search_rows_country", "search_rows", ["gender", "country", *PAGE_ORDER])
    op.create_index("ix_search_rows_region", "search_rows", ["gender", "region", *PAGE_ORDER])
