"""Dependencies and caller of the current request at the desk."""

from datetime import datetime, timedelta
from uuid import UUID

from shared.kit.http import caller

from profiles.domain.fields import moderated_text
from profiles.moderation.domain.desk_queue import MemberContext
from profiles.moderation.domain.moderation import Desk
from profiles.moderation.storage.unit import ModerationReads
from profiles.web.context import current_questions, current_site, current_site_key, wiring

__all__ = ["context_of", "current_desk", "current_questions", "current_site", "current_site_key", "text_of", "wiring"]


def current_desk() -> Desk:
    """The caller at the desk. Their site is their token's, which is also that of the request."""
    asking, sites = caller(), wiring().sites
    pool = sites.pool_of(asking.site)
    return Desk(asking.member_id, pool, sites.of_pool(pool), asking.namesake_ids)


def text_of(reads: ModerationReads, member_id: UUID) -> str | None:
    """The texts of a profile as the desk reads them: each answer after the prompt that it is about."""
    profile, questions = reads.profiles.find(member_id, member_id), current_questions()
    if profile is None:
        return None
    answers = [(questions.question(answer.prompt), answer.text) for answer in profile.answers]
    return moderated_text(profile.said, (" – ".join(filter(None, answer)) for answer in answers)) or None


def context_of(
    reads: ModerationReads, member_id: UUID, site: str, before: datetime | None = None
) -> MemberContext | None:
    """Numbers about a member. The document of this site says how long a warning counts."""
    return reads.desk_queue.context(member_id, timedelta(days=wiring().sites.get(site).warning_counts_days), before)
