from flask import Blueprint
from servicekit.web import endpoint
from servicekit.web.endpoint import Nothing

from lander.domain.visit import Visit
from lander.usecases.go_on import go_on
from lander.usecases.track_visit import track_visit
from lander.web.context import wiring
from lander.web.models import GoOn, Track

tracking = Blueprint("tracking", __name__, url_prefix="/api")


@tracking.post("/track.php")
@endpoint(status=202)
def post_track(body: Track) -> Nothing:
    """A visit began: where, and who sent it."""
    told = body.model_dump()
    track_visit(wiring().unit_of_work(), Visit(id=told.pop("visit_id"), **told))
    return Nothing()


@tracking.put("/track.php")
@endpoint(status=202)
def put_track(body: GoOn) -> Nothing:
    """A visit went on after its first screen: it is no bounce."""
    go_on(wiring().unit_of_work(), body.visit_id)
    return Nothing()
