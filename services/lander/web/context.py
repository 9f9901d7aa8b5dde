"""Request context of the views."""

from typing import cast

from flask import current_app, request
from shared.kit.core import Texts
from shared.kit.http import caller
from shared.sites import Site

from lander.domain.marketing_action import Marketer
from lander.wiring import Wiring


def wiring() -> Wiring:
    return cast(Wiring, current_app.extensions["wiring"])


def current_site() -> Site:
    return wiring().sites.for_host(request.host)


def texts_of(site: Site, file: str) -> Texts:
    """The texts of a file of the web app, with those of the site's own languages."""
    return wiring().texts[file].with_own(site.texts(file))


def current_marketer() -> Marketer:
    """The caller at the marketing desk. Their site is their token's, which is also that of the request."""
    asking = caller()
    return Marketer(asking.member_id, asking.site)
