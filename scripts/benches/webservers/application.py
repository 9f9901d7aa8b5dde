"""The application of profiles' web process, for servers that import what they serve."""

from profiles import web, wiring
from shared.kit.web.app import create_app

_settings = wiring.read_settings()
_wiring = wiring.wire(_settings)
app = create_app(_settings, _wiring.database, web.BLUEPRINTS, _wiring, _wiring.sites.origins(_settings.public_url))
