from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID

from shared.kit.core import NotFound, Unavailable

from profiles.domain.hash_list import Upload
from profiles.moderation.domain.account_facts import AccountFacts
from profiles.moderation.domain.member_search import SearchBy
from profiles.moderation.domain.moderation import Proof, Shown
from profiles.moderation.domain.payment_facts import PaymentFacts
from profiles.moderation.domain.read_conversation import ConversationPage, MemberConversation
from profiles.moderation.domain.supported_account import MemberLedger, SupportedAccount
from profiles.moderation.ports import LinkKind


@dataclass
class FakeAccounts:
    """Identity's accounts: the moderation noted for each, and whether it answers."""

    is_down: bool = False
    reported: list[tuple[UUID, int, bool]] = field(default_factory=list)
    known: dict[UUID, AccountFacts] = field(default_factory=dict)
    found: dict[tuple[SearchBy, str], list[UUID]] = field(default_factory=dict)
    sites: list[Sequence[str]] = field(default_factory=list)
    in_network: set[UUID] = field(default_factory=set)
    on_device: set[UUID] = field(default_factory=set)

    def compare(self, member_id: UUID, other_ids: Sequence[UUID]) -> tuple[frozenset[UUID], frozenset[UUID]]:
        if self.is_down:
            raise Unavailable()
        return frozenset(self.in_network & set(other_ids)), frozenset(self.on_device & set(other_ids))

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

    def find(self, by: SearchBy, text: str, sites: Sequence[str], limit: int) -> Sequence[UUID]:
        if self.is_down:
            raise Unavailable()
        self.sites.append(sites)
        return self.found.get((by, text), [])[:limit]


@dataclass
class FakeMatcher:
    """A provider of hash lists: the list that every picture is on, and whether it answers."""

    is_down: bool = False
    answer: str | None = None

    def find(self, upload: Upload) -> str | None:
        if self.is_down:
            raise Unavailable()
        return self.answer


@dataclass
class FakeConversations:
    """Chat's conversations: those in which one has not written yet, and whether it answers."""

    is_down: bool = False
    unanswered: set[frozenset[UUID]] = field(default_factory=set)

    def have_both_written(self, member_id: UUID, partner_id: UUID) -> bool:
        if self.is_down:
            raise Unavailable()
        return frozenset((member_id, partner_id)) not in self.unanswered


@dataclass
class FakePayments:
    """Billing's payments: those of each member, members by text, and whether it answers."""

    is_down: bool = False
    known: dict[UUID, PaymentFacts] = field(default_factory=dict)
    acts: dict[UUID, tuple[object, ...]] = field(default_factory=dict)
    found: dict[tuple[SearchBy, str], list[UUID]] = field(default_factory=dict)

    def find(self, by: SearchBy, text: str, limit: int) -> Sequence[UUID]:
        if self.is_down:
            raise Unavailable()
        return self.found.get((by, text), [])[:limit]

    def facts(self, member_id: UUID) -> PaymentFacts:
        if self.is_down:
            raise Unavailable()
        return self.known.get(member_id, PaymentFacts((), ()))

    def ledger(self, member_id: UUID) -> MemberLedger:
        if self.is_down:
            raise Unavailable()
        return MemberLedger(12, 0, (), ())

    def refund(self, key: UUID, member_id: UUID, payment_id: UUID, minor: int) -> None:
        self._act(key, "refund", payment_id, minor)

    def give_credits(self, key: UUID, member_id: UUID, credits: int) -> None:
        self._act(key, "credits", credits)

    def _act(self, key: UUID, *act: object) -> None:
        if self.is_down:
            raise Unavailable()
        self.acts[key] = act


@dataclass
class FakeSupportedAccounts:
    """Identity's accounts for the support desk, and what was done to them."""

    acts: list[tuple[str, UUID, str]] = field(default_factory=list)

    def get(self, member_id: UUID) -> SupportedAccount:
        at = datetime(2026, 11, 1, tzinfo=UTC)
        return SupportedAccount("pairwise", "ann@example.org", "active", "en", at, None, False, None, True, 1, (), ())

    def send_link(self, member_id: UUID, kind: LinkKind) -> None:
        self.acts.append(("link", member_id, kind))

    def correct_address(self, member_id: UUID, email: str) -> None:
        self.acts.append(("address", member_id, email))

    def close(self, member_id: UUID) -> None:
        self.acts.append(("close", member_id, ""))

    def reset_factors(self, member_id: UUID) -> None:
        self.acts.append(("reset", member_id, ""))


@dataclass
class FakeEvidence:
    """Chat's evidence: the perceptual hashes of the photos it has, and whether it answers."""

    fingerprints: dict[UUID, bytes] = field(default_factory=dict)
    is_down: bool = False
    pools: list[int] = field(default_factory=list)
    listed: dict[UUID, list[MemberConversation]] = field(default_factory=dict)
    pages: dict[tuple[UUID, UUID, int | None], ConversationPage] = field(default_factory=dict)

    def shown(self, member_id: UUID, partner_id: UUID | None, proof: Proof) -> Shown:
        raise NotFound()

    def fingerprint(self, message_id: UUID, pool: int) -> bytes:
        if self.is_down:
            raise Unavailable()
        self.pools.append(pool)
        if message_id not in self.fingerprints:
            raise NotFound()
        return self.fingerprints[message_id]

    def conversations(self, member_id: UUID) -> Sequence[MemberConversation]:
        if self.is_down:
            raise Unavailable()
        return self.listed.get(member_id, [])

    def read(self, member_id: UUID, conversation_id: UUID, before_seq: int | None) -> ConversationPage:
        if self.is_down:
            raise Unavailable()
        page = self.pages.get((member_id, conversation_id, before_seq))
        if page is None:
            raise NotFound()
        return page
