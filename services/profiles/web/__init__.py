"""HTTP API of profiles."""

from profiles.web.blocked_pictures import blocked_pictures
from profiles.web.blocks import blocks
from profiles.web.blurred import blurred
from profiles.web.complaints import complaints
from profiles.web.confirmations import confirmations
from profiles.web.desk import desk
from profiles.web.media import media
from profiles.web.member_conversations import member_conversations
from profiles.web.member_facts import member_facts
from profiles.web.member_search import member_search
from profiles.web.photos import photos
from profiles.web.privacy import privacy
from profiles.web.profiles import profiles
from profiles.web.read_reviews import read_reviews
from profiles.web.search import search
from profiles.web.staff import staff
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
