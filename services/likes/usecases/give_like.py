from datetime import timedelta
from typing import Any
from uuid import UUID

from likes.domain.like import Opener
from likes.errors import LikeOfOneself, MemberNotFound, PartNotFound, SameTextToMany
from likes.ports import Profiles
from likes.storage import LikesUnit
from likes.usecases.record_like import record_like

# As for the first messages of conversations: the same words to more members are an advertisement. A short greeting may
# go to many.
SAME_WORDS_TO, SAME_WORDS_WITHIN = 5, timedelta(hours=24)
LONGER_THAN_A_GREETING = 24


def give_like(
    uow: LikesUnit,
    profiles: Profiles,
    like_id: UUID,
    liker_id: UUID,
    liked_id: UUID,
    opener: Opener | None = None,
    *,
    is_premium: bool = False,
) -> bool:
    """Like a member, or one of their photos or answers, once per key `like_id`. Returns whether it is mutual.

    Raises LikeOfOneself, MemberNotFound, PartNotFound, SameTextToMany, LikeNamesAnother, or Unavailable without
    profiles.
    """
    if liker_id == liked_id:
        raise LikeOfOneself(field="profile_id")

    is_shown = bool(profiles.cards_visible_to(liker_id, [liked_id]))
    has_part = opener is None or bool(
        profiles.liked_parts(liker_id, [(liked_id, opener.part_id)], is_premium=is_premium)
    )

    def like() -> dict[str, Any]:
        if not (uow.visibility.is_visible(liked_id, liker_id) and is_shown):
            raise MemberNotFound()
        if not has_part:
            raise PartNotFound()
        if opener and opener.words and len(opener.words) >= LONGER_THAN_A_GREETING:
            _check_words(uow, liker_id, opener.words)
        _, is_mutual = record_like(uow, liker_id, liked_id, opener)
        return {"match": is_mutual}

    body = {"profile_id": str(liked_id)}
    if opener:
        body |= {"part_id": str(opener.part_id), "words": opener.words or ""}
    with uow:
        answer = uow.once(actor=str(liker_id), operation="like", key=like_id, body=body, do=like)
        uow.commit()
    return bool(answer["match"])


def _check_words(uow: LikesUnit, liker_id: UUID, words: str) -> None:
    # Of two likes at once the second counts the first.
    uow.likes.lock_liker(liker_id)
    if uow.likes.count_same_words(liker_id, words, SAME_WORDS_WITHIN) >= SAME_WORDS_TO:
        raise SameTextToMany(retry_after_seconds=int(SAME_WORDS_WITHIN.total_seconds()))
