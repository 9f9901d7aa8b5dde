"""Dependencies and the site of the current request, for views."""

from typing import cast

from flask import current_app, request
from shared.sites import Site

from identity.wiring import Wiring


def wiring() -> Wiring:
    return cast(Wiring, current_app.extensions["wiring"])


def site_key() -> str:
    return wiring().sites.key_for(request.host)


def current_site() -> Site:
    return wiring().sites.get(site_key())
