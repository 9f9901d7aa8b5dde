"""What a view needs besides its body."""

from typing import cast

from flask import current_app, request
from servicekit.web import caller
from sites import Site

from likes.usecases.list_likes import Sight
from likes.wiring import Wiring


def wiring() -> Wiring:
    return cast(Wiring, current_app.extensions["wiring"])


def current_site() -> Site:
    return wiring().sites.for_host(request.host)


def sight() -> Sight:
    """How much the caller sees of who likes them: premium members everything, others what the site lets them."""
    return Sight.ALL if caller().is_premium else Sight(current_site().received_likes)
