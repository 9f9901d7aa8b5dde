"""HTTP API of the desk, of complaints and of appeals."""

from profiles.moderation.web.blocked_pictures import blocked_pictures
from profiles.moderation.web.complaints import complaints
from profiles.moderation.web.confirmations import confirmations
from profiles.moderation.web.desk import desk
from profiles.moderation.web.desk_messages import desk_messages
from profiles.moderation.web.member_conversations import member_conversations
from profiles.moderation.web.member_facts import member_facts
from profiles.moderation.web.member_search import member_search
from profiles.moderation.web.past_decisions import past_decisions
from profiles.moderation.web.quality_reviews import quality_reviews
from profiles.moderation.web.read_reviews import read_reviews
from profiles.moderation.web.rules import rules
from profiles.moderation.web.staff import staff
from profiles.moderation.web.support import support
from profiles.moderation.web.transparency import transparency
from profiles.moderation.web.verification import staff_verification

BLUEPRINTS = [
    blocked_pictures,
    complaints,
    confirmations,
    desk,
    desk_messages,
    member_conversations,
    member_facts,
    member_search,
    past_decisions,
    quality_reviews,
    read_reviews,
    rules,
    staff,
    staff_verification,
    support,
    transparency,
]
