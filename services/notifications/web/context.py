"""Dependencies of a view."""

from typing import cast

from flask import current_app

from notifications.wiring import Wiring


def wiring() -> Wiring:
    return cast(Wiring, current_app.extensions["wiring"])
