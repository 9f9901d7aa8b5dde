"""Store a member's consent to a comparison of faces by a model, and its scores, with a verification. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("consented_at", "consent_withdrawn_at"):
        op.add_column("verifications", sa.Column(name, sa.DateTime(timezone=True)))
    for name in ("model", "model_verdict", "model_failure"):
        op.add_column("verifications", sa.Column(name, sa.String))
    for name in ("model_same", "model_pose", "model_live"):
        op.add_column("verifications", sa.Column(name, sa.Float))
