"""What browsers ask identity."""

from identity.web.accounts import accounts
from identity.web.activation import activation
from identity.web.sessions import sessions
from identity.web.site import site

BLUEPRINTS = [accounts, activation, sessions, site]
