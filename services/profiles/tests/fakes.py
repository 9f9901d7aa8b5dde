from dataclasses import dataclass, field
from uuid import UUID

from shared.kit.errors import NotFound, Unavailable

from profiles.domain.account_facts import AccountFacts
from profiles.domain.moderation import Proof, Shown


@dataclass
class FakeAccounts:
    """Identity's accounts: the moderation noted for each, and whether it answers."""

    is_down: bool = False
    reported: list[tuple[UUID, int, bool]] = field(default_factory=list)
    known: dict[UUID, AccountFacts] = field(default_factory=dict)

    def note_moderation(self, member_id: UUID, version: int, *, suspended: bool) -> None:
        if self.is_down:
            raise Unavailable()
        self.reported.append((member_id, version, suspended))

    def facts(self, member_id: UUID) -> AccountFacts:
        if self.is_down:
            raise Unavailable()
        if member_id not in self.known:
            raise NotFound()
        return self.known[member_id]


@dataclass
class FakeEvidence:
    """Chat's evidence: the perceptual hashes of the photos it has, and whether it answers."""

    fingerprints: dict[UUID, bytes] = field(default_factory=dict)
    is_down: bool = False
    pools: list[int] = field(default_factory=list)

    def shown(self, member_id: UUID, partner_id: UUID | None, proof: Proof) -> Shown:
        raise NotFound()

    def fingerprint(self, message_id: UUID, pool: int) -> bytes:
        if self.is_down:
            raise Unavailable()
        self.pools.append(pool)
        if message_id not in self.fingerprints:
            raise NotFound()
        return self.fingerprints[message_id]
