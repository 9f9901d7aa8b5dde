"""Fraud score of a member with an open case: plain signs with fixed weights. It sorts cases within a severity and shows
its signs; it decides nothing, and no rule reads it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from shared.contact_details import Hint, hints_in, latin_shapes

from profiles.moderation.domain.read_conversation import ConversationPage

# Conversations read for the score, the newest first, a page of each.
MOST_CONVERSATIONS = 8
# Shorter texts are alike by chance.
LEAST_TEXT = 20
SAME_TEXT_TO = 3
# The first messages of a member in a conversation, in which contact details are a sign.
EARLY = 5
# Members who reported within 30 days.
MANY_REPORTERS = 3
# Likes within a minute: nobody looks at a profile for a second and a half.
MANY_LIKES = 40
MOST_BANNED = 200
HIGHEST = 100


class Sign(StrEnum):
    SAME_TEXT = "same_text"  # the same text to several members
    EARLY_CONTACT = "early_contact"  # links or contact details early in a conversation
    MONEY_WORDS = "money_words"  # asks for money, or speaks of cryptocurrency or a bank account
    SHARED_NETWORK = "shared_network"  # with a suspended account, at sign-up
    SHARED_DEVICE = "shared_device"  # of the same class as that of a suspended account
    FAST_LIKES = "fast_likes"  # many likes within a minute
    REPORTS = "reports"  # by different members


# Points of each sign; together 100.
WEIGHTS: dict[Sign, int] = {
    Sign.SAME_TEXT: 25,
    Sign.EARLY_CONTACT: 20,
    Sign.MONEY_WORDS: 20,
    Sign.SHARED_NETWORK: 10,
    Sign.SHARED_DEVICE: 5,
    Sign.FAST_LIKES: 10,
    Sign.REPORTS: 10,
}
MONEY = frozenset({Hint.MONEY, Hint.BANK_ACCOUNT, Hint.CRYPTO})
CONTACT = frozenset({Hint.PHONE, Hint.ELSEWHERE})


@dataclass(frozen=True, slots=True)
class FraudScore:
    member_id: UUID
    signs: tuple[Sign, ...]
    computed_at: datetime | None = None

    @property
    def points(self) -> int:
        return min(HIGHEST, sum(WEIGHTS[sign] for sign in self.signs))


def signs_of(
    member_id: UUID,
    conversations: Iterable[ConversationPage],
    reported: Iterable[str],
    reporters: int,
) -> set[Sign]:
    """Signs in the newest page of conversations and in reported messages, and of the number of reporters."""
    found: set[Sign] = set()
    partners: dict[str, set[UUID]] = defaultdict(set)
    texts = list(reported)
    for page in conversations:
        own = [each for each in page.messages if each["sender_id"] == str(member_id)]
        sent = [each["text"] or "" for each in own if each.get("kind") != "call"]  # which has its facts there
        texts += sent
        begins = page.before_seq is None
        if begins and any(CONTACT & set(hints_in(text)) for text in sent[:EARLY]):
            found.add(Sign.EARLY_CONTACT)
        for text in sent:
            if len(text) >= LEAST_TEXT:
                partners[" ".join(latin_shapes(text).split())].add(page.partner_id)
    if any(len(each) >= SAME_TEXT_TO for each in partners.values()):
        found.add(Sign.SAME_TEXT)
    if any(MONEY & set(hints_in(text)) for text in texts):
        found.add(Sign.MONEY_WORDS)
    if reporters >= MANY_REPORTERS:
        found.add(Sign.REPORTS)
    return found
