"""Request context of the views."""

from typing import cast

from flask import current_app, request
from shared.kit.http import caller
from shared.sites import Site

from lander.domain.marketing_action import Marketer
from lander.wiring import Wiring


def wiring() -> Wiring:
    return cast(Wiring, current_app.extensions["wiring"])


def current_site() -> Site:
    return wiring().sites.for_host(request.host)


def current_marketer() -> Marketer:
    """The caller at the marketing desk. Their site is their token's, which is also that of the request."""
    asking = caller()
    return Marketer(asking.member_id, asking.site)
