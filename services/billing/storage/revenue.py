"""Sums of completed payments by site, day and currency, for comparison with other services' copies."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import text
from sqlalchemy.orm import Session

from billing.domain.revenue import RevenueDay

# VAT inside a sum is rounded half up for each payment, as `vat_inside` does. An exact half is a finite decimal, which
# numeric division does not round before `round` sees it. Sessions are in UTC.
DAYS = text(
    """
    SELECT site, decided_at::date AS day, currency, count(*) AS payments,
        sum(amount * 100)::bigint AS gross,
        sum(round(amount * 100 * vat_rate / (10000 + vat_rate)))::bigint AS vat,
        sum((coalesce(normal_amount, amount) - amount) * 100)::bigint AS discount,
        sum(returned_minor)::bigint AS returned,
        sum(round(returned_minor::numeric * vat_rate / (10000 + vat_rate)))::bigint AS returned_vat
    FROM payments
    WHERE status = 'completed' AND decided_at >= :first AND decided_at < :after
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    """
)


class RevenueRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def days(self, first: date, after: date) -> Sequence[RevenueDay]:
        """Each day (UTC) from `first` until before `after` on which payments were completed, by site and currency."""
        rows = self._session.execute(DAYS, {"first": first, "after": after})
        return [RevenueDay(**row) for row in rows.mappings()]
