"""HTTP API of profiles."""

from profiles.moderation.web.blocked_pictures import blocked_pictures
from profiles.moderation.web.complaints import complaints
from profiles.moderation.web.confirmations import confirmations
from profiles.moderation.web.desk import desk
from profiles.moderation.web.member_conversations import member_conversations
from profiles.moderation.web.member_facts import member_facts
from profiles.moderation.web.member_search import member_search
from profiles.moderation.web.read_reviews import read_reviews
from profiles.moderation.web.staff import staff
from profiles.web.blocks import blocks
from profiles.web.blurred import blurred
from profiles.web.media import media
from profiles.web.photos import photos
from profiles.web.privacy import privacy
from profiles.web.profiles import profiles
from profiles.web.search import search
from profiles.web.towns import towns

BLUEPRINTS = [
    profiles,
    search,
    blocks,
    privacy,
    towns,
    blurred,
    media,
    photos,
    complaints,
    staff,
    member_facts,
    member_conversations,
    member_search,
    desk,
    confirmations,
    blocked_pictures,
    read_reviews,
]
