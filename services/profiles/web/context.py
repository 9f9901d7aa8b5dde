"""What a view needs besides its body."""

from typing import cast

from flask import current_app

from profiles.wiring import Wiring


def wiring() -> Wiring:
    return cast(Wiring, current_app.extensions["wiring"])
