"""Dependencies, site and caller of the current request."""

from typing import cast

from flask import current_app, request
from shared.kit.http import locale
from shared.sites import Site

from profiles.web.prompt_models import Questions
from profiles.wiring import Wiring


def wiring() -> Wiring:
    return cast(Wiring, current_app.extensions["wiring"])


def current_site() -> Site:
    return wiring().sites.for_host(request.host)


def current_site_key() -> str:
    return wiring().sites.key_for(request.host)


def current_questions() -> Questions:
    return Questions(current_site(), locale())
