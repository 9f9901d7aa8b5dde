from dataclasses import dataclass


@dataclass(frozen=True)
class Partner:
    """The recipient of a message, as the member who paid for it may see them."""

    name: str
    is_fictional: bool
