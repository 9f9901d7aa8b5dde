"""What browsers ask profiles."""

from profiles.web.blocks import blocks
from profiles.web.complaints import complaints
from profiles.web.media import media
from profiles.web.photos import photos
from profiles.web.places import places
from profiles.web.privacy import privacy
from profiles.web.profiles import profiles
from profiles.web.search import search
from profiles.web.staff import staff
from profiles.web.veiled import veiled

BLUEPRINTS = [profiles, search, blocks, privacy, places, veiled, media, photos, complaints, staff]
