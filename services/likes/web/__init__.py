"""HTTP API of likes."""

from likes.web.likes import likes
from likes.web.swipes import swipes

BLUEPRINTS = [likes, swipes]
