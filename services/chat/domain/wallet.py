from dataclasses import dataclass


@dataclass(frozen=True)
class Wallet:
    """A member's credits and free messages, from billing."""

    balance: int
    free_messages_left: int
    next_message_credits: int
    is_premium: bool
    version: int = 0  # grows with every change; 0 when unknown
    debt: int = 0
