"""HTTP API and pages of the lander."""

from lander.web.cost_keys import cost_keys
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
from lander.web.report_views import report_views
from lander.web.suspects import suspects
from lander.web.tracking import tracking

BLUEPRINTS = [
    pages,
    previews,
    links,
    cost_keys,
    report_views,
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
