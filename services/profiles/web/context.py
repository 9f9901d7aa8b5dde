"""Dependencies, site and caller of the current request."""

from typing import cast

from flask import current_app, request
from shared.kit.web import caller
from shared.sites import Site

from profiles.moderation.domain.moderation import Desk
from profiles.wiring import Wiring


def wiring() -> Wiring:
    return cast(Wiring, current_app.extensions["wiring"])


def current_site() -> Site:
    return wiring().sites.for_host(request.host)


def current_desk() -> Desk:
    """The caller at the desk. Their site is their token's, which is also that of the request."""
    asking, sites = caller(), wiring().sites
    pool = sites.pool_of(asking.site)
    return Desk(asking.member_id, pool, sites.of_pool(pool))


def current_site_key() -> str:
    return wiring().sites.key_for(request.host)
