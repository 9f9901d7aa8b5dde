from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class RevenueDay:
    """Payments completed on one day (UTC) at one site in one currency. Sums are in hundredths.

    `returned` is what went back of these payments until now, without what was restored.
    """

    site: str
    day: date
    currency: str
    payments: int
    gross: int
    vat: int
    discount: int
    returned: int
    returned_vat: int
