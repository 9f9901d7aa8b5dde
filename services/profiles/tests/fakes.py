from dataclasses import dataclass, field
from uuid import UUID

from servicekit.errors import Unavailable


@dataclass
class FakeAccounts:
    """Identity's accounts: what it was told of each, and whether it answers."""

    is_down: bool = False
    told: list[tuple[UUID, int, bool]] = field(default_factory=list)

    def note_moderation(self, member_id: UUID, version: int, *, suspended: bool) -> None:
        if self.is_down:
            raise Unavailable()
        self.told.append((member_id, version, suspended))
