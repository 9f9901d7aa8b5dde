"""What browsers ask the lander."""

from lander.web.pages import pages
from lander.web.tracking import tracking

BLUEPRINTS = [pages, tracking]
