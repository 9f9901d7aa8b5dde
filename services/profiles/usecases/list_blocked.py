from uuid import UUID

from profiles.domain.card import Card
from profiles.ports import ProfilesUnitOfWork

LISTED = 500


def list_blocked(reads: ProfilesUnitOfWork, member_id: UUID) -> list[Card]:
    """Whom the member has blocked, newest first."""
    with reads:
        return reads.cards.blocked_by(member_id, LISTED)
