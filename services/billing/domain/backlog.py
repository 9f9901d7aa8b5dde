from dataclasses import dataclass


@dataclass(frozen=True)
class Backlog:
    """Work that waits, as metrics show it. Ages are those of the oldest row, in seconds; 0 when there is none."""

    charges_overdue_seconds: float
    refunds_owed_seconds: float
    differences: int
    # Seconds since 1970; 0 when no night was ever compared.
    reconciled_at: float
