"""HTTP API and pages of the lander."""

from lander.web.pages import pages
from lander.web.tracking import tracking

BLUEPRINTS = [pages, tracking]
