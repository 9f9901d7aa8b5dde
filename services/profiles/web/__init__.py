"""HTTP API of profiles."""

from profiles.moderation.web import BLUEPRINTS as MODERATION
from profiles.web.blocks import blocks
from profiles.web.blurred import blurred
from profiles.web.date_check_ins import date_check_ins
from profiles.web.date_plans import date_plans
from profiles.web.fictional_profiles import fictional_profiles
from profiles.web.looks import looks
from profiles.web.media import media
from profiles.web.photos import photos
from profiles.web.privacy import privacy
from profiles.web.profiles import profiles
from profiles.web.search import search
from profiles.web.towns import towns
from profiles.web.verification import verification

BLUEPRINTS = [
    profiles,
    search,
    blocks,
    privacy,
    looks,
    date_plans,
    date_check_ins,
    towns,
    blurred,
    media,
    photos,
    verification,
    fictional_profiles,
    *MODERATION,
]
