"""Build the keys by provider and its id."""

from typing import Any

from shared.kit.db.index_builds import build_index

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

PAYMENT: list[Any] = ["provider", "provider_id"]
EARLIER: list[Any] = ["provider", "earlier_provider_id"]
PAYER: list[Any] = ["member_id", "provider"]


def upgrade() -> None:
    build_index("uq_payments_id_at_provider", "payments", PAYMENT, unique=True)
    build_index("uq_payments_earlier_id_at_provider", "payments", EARLIER, unique=True)
    build_index("payers_by_provider", "payers", PAYER, unique=True)
