"""HTTP API and pages of the lander."""

from lander.web.links import links
from lander.web.marketing_actions import marketing_actions
from lander.web.marketing_experiments import marketing_experiments
from lander.web.marketing_pages import marketing_pages
from lander.web.network_views import network_views
from lander.web.networks import networks
from lander.web.pages import pages
from lander.web.pictures import pictures
from lander.web.postbacks import postbacks
from lander.web.previews import previews
from lander.web.report import report
from lander.web.suspects import suspects
from lander.web.tracking import tracking

BLUEPRINTS = [
    pages,
    previews,
    links,
    pictures,
    tracking,
    marketing_actions,
    marketing_pages,
    marketing_experiments,
    report,
    networks,
    network_views,
    postbacks,
    suspects,
]
