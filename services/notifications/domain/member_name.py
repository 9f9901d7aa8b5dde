"""A member's name as emails may show it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class MemberName:
    name: str
    is_fictional: bool
