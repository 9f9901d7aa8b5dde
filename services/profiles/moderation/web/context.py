"""Dependencies and caller of the current request at the desk."""

from shared.kit.http import caller

from profiles.moderation.domain.moderation import Desk
from profiles.web.context import current_site, current_site_key, wiring

__all__ = ["current_desk", "current_site", "current_site_key", "wiring"]


def current_desk() -> Desk:
    """The caller at the desk. Their site is their token's, which is also that of the request."""
    asking, sites = caller(), wiring().sites
    pool = sites.pool_of(asking.site)
    return Desk(asking.member_id, pool, sites.of_pool(pool))
