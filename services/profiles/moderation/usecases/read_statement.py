"""Statements of reasons by the link of an email, for members who cannot log in."""

from datetime import datetime
from uuid import UUID

from shared.kit.core import SigningKeys

from profiles.moderation.domain.moderation import Decision
from profiles.moderation.errors import AppealTimeOver, StatementLinkInvalid
from profiles.moderation.storage.unit import ModerationUnit


def decision_of_link(keys: SigningKeys, token: str) -> UUID:
    """Return the decision that a link is about. Raises StatementLinkInvalid."""
    try:
        [decision] = keys.token_parts(token)
        return UUID(decision)
    except ValueError as error:
        raise StatementLinkInvalid() from error


def read_statement(uow: ModerationUnit, pool: int, decision_id: UUID) -> tuple[Decision, datetime, bool]:
    """Return a decision, the time, and whether its member is erased, until the time for appeals is over.

    Raises AppealTimeOver, and StatementLinkInvalid for a decision of another pool than the site's.
    """
    decision, now = uow.moderation.decision(decision_id), uow.now()
    if decision is None or decision.appeal_until is None or now >= decision.appeal_until:
        raise AppealTimeOver()
    decided_in = uow.profiles.pool(decision.member_id)
    if decided_in not in (pool, None):
        raise StatementLinkInvalid()
    return decision, now, decided_in is None
