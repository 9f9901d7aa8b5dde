"""One unique index over a pair of members, not two: of those who begin a conversation at the same moment, the one whose
row is refused by the second index fails instead of taking the next place. The id follows from the pair, so the primary
key says it all."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_conversations_first_id_second_id", "conversations", ["first_id", "second_id"])
    op.drop_constraint("uq_conversations_first_id_second_id", "conversations", type_="unique")
