from pydantic import BaseModel, ConfigDict, Field


class Behaviour(BaseModel):
    """How badly webhooks travel. All zero: each arrives once, at once, in order."""

    model_config = ConfigDict(extra="forbid")

    delay_ms: int = Field(default=0, ge=0, le=600_000)
    duplicates: int = Field(default=0, ge=0, le=20, description="Further copies of every webhook.")
    reorder: bool = Field(default=False, description="Up to a second more, by chance, so that later ones overtake.")
    drop_percent: int = Field(default=0, ge=0, le=100, description="Attempts lost on the way; each is tried again.")
