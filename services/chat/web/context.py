"""Dependencies of a view."""

from typing import cast

from flask import current_app, request
from shared.sites import Site

from chat.wiring import Wiring


def wiring() -> Wiring:
    return cast(Wiring, current_app.extensions["wiring"])


def current_site() -> Site:
    return wiring().sites.for_host(request.host)
