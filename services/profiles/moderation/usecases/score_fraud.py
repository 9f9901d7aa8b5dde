"""Fraud scores of members with an open case, computed after the report by a job."""

from collections.abc import Callable, Sequence
from uuid import UUID

from shared.kit.core import NotFound, Unavailable, logger

from profiles.moderation.domain.fraud_score import MOST_CONVERSATIONS, FraudScore, Sign, signs_of
from profiles.moderation.domain.read_conversation import ConversationPage
from profiles.moderation.ports import Evidence
from profiles.moderation.storage.unit import ModerationUnit

AT_A_TURN = 20
# Those of other accounts that share a household's network, and those of the same class of device.
Compare = Callable[[UUID, Sequence[UUID]], tuple[frozenset[UUID], frozenset[UUID]]]


def score_fraud(unit_of_work: Callable[[], ModerationUnit], evidence: Evidence, compare: Compare) -> int:
    """Compute the scores that are due. Returns their number.

    Chat and identity are asked outside of a transaction. While one of them does not answer, its signs are missing; the
    next report computes the score again.
    """
    with unit_of_work() as uow:
        due = uow.fraud_scores.due(AT_A_TURN)
    for member_id, pool in due:
        try:
            _score(unit_of_work, evidence, compare, member_id, pool)
        except Exception:
            # One member's score must not stop those of others.
            logger().exception("score_failed", member_id=str(member_id))
    return len(due)


def _score(
    unit_of_work: Callable[[], ModerationUnit], evidence: Evidence, compare: Compare, member_id: UUID, pool: int
) -> None:
    with unit_of_work() as uow:
        reporters, reported = uow.fraud_scores.reporters(member_id), uow.fraud_scores.reported(member_id)
        banned = [each for each in uow.fraud_scores.banned(pool) if each != member_id]
        likes_fast = {Sign.FAST_LIKES} if uow.fraud_scores.likes_fast(member_id) else set()
    found = likes_fast | signs_of(member_id, _conversations(evidence, member_id), reported, reporters)
    found |= _shared(compare, member_id, banned)
    with unit_of_work() as uow:
        uow.fraud_scores.store(FraudScore(member_id, tuple(sign for sign in Sign if sign in found)))
        uow.commit()


def _conversations(evidence: Evidence, member_id: UUID) -> list[ConversationPage]:
    """The newest page of each of the newest conversations."""
    try:
        newest = list(evidence.conversations(member_id))[:MOST_CONVERSATIONS]
        return [evidence.read(member_id, each.id, None) for each in newest]
    except (NotFound, Unavailable):
        logger().warning("score_without_conversations")
        return []


def _shared(compare: Compare, member_id: UUID, banned: list[UUID]) -> set[Sign]:
    if not banned:
        return set()
    try:
        network, device = compare(member_id, banned)
    except Unavailable:
        logger().warning("score_without_accounts")
        return set()
    return ({Sign.SHARED_NETWORK} if network else set()) | ({Sign.SHARED_DEVICE} if device else set())
