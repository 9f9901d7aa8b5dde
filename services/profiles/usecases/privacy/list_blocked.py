from uuid import UUID

from profiles.domain.card import Card
from profiles.storage import ProfilesUnit

LISTED = 500


def list_blocked(reads: ProfilesUnit, member_id: UUID) -> list[Card]:
    """List the members blocked by this one, newest first."""
    with reads:
        return reads.cards.blocked_by(member_id, LISTED)
