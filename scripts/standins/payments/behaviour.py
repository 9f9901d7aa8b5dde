from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Again = Literal["paid", "failed", "authentication_required", "pending"]


class Behaviour(BaseModel):
    """Faults of webhooks, banks and the API. All zero: every webhook arrives once, at once, in order."""

    model_config = ConfigDict(extra="forbid")

    delay_ms: int = Field(default=0, ge=0, le=600_000)
    duplicates: int = Field(default=0, ge=0, le=20, description="Further copies of every webhook.")
    reorder: bool = Field(default=False, description="Up to a second more, by chance, so that later ones overtake.")
    drop_percent: int = Field(default=0, ge=0, le=100, description="Attempts lost on the way; each is tried again.")
    recurring: Again = Field(default="paid", description="What becomes of payments with a mandate.")
    bank_ms: int = Field(default=1_500, ge=0, le=600_000, description="How long a bank takes for a direct debit.")
    outage_percent: int = Field(default=0, ge=0, le=100, description="Calls of the API answered with 503.")
    slow_ms: int = Field(default=0, ge=0, le=30_000, description="Before each answer of the API.")
