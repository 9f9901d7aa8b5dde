"""When periodic jobs have rows to work on: the seconds until the first is due, as the statements that claim them."""

from shared.kit.db import Statement
from sqlalchemy import text

PAYMENTS_TO_ASK = Statement(
    text(
        """
        SELECT extract(epoch FROM min(ask_after) - now()) FROM payments
        WHERE ask_after < 'infinity' AND provider_id IS NOT NULL
        """
    )
)
PAYMENTS_TO_CREATE = Statement(
    text(
        """
        SELECT extract(epoch FROM min(ask_after) - now()) FROM payments WHERE status = 'open' AND provider_id IS NULL
        """
    )
)
REFUNDS = Statement(text("SELECT extract(epoch FROM min(ask_after) - now()) FROM refunds WHERE made_at IS NULL"))
# Charges that chat is to be asked about, and charges that are not known to have an outcome: the young ones, for two
# minutes (`storage/settlements.py`).
CHARGES = Statement(
    text(
        """
        SELECT CASE WHEN EXISTS (
            SELECT FROM transfers
            WHERE created_at > coalesce((SELECT noted_until FROM settlement_progress), '-infinity')
        ) THEN 0 ELSE (SELECT extract(epoch FROM min(ask_after) - now()) FROM unsettled_charges) END
        """
    )
)
