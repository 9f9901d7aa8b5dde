from flask import Blueprint
from servicekit.web import endpoint

from profiles.domain.interests import Interest
from profiles.errors import invalid_field
from profiles.web.context import wiring
from profiles.web.place_models import GeocodeQuery, NearestAnswer, RegionsAnswer, RegionsQuery, TownOut, TownsAnswer
from profiles.web.profile_models import InterestsAnswer

places = Blueprint("places", __name__, url_prefix="/api")


@places.get("/interests.php")
@endpoint()
def get_interests() -> InterestsAnswer:
    """The interests a profile can name."""
    return InterestsAnswer(interests=list(Interest))


@places.get("/regions.php")
@endpoint()
def get_regions(query: RegionsQuery) -> RegionsAnswer:
    """The regions of a country."""
    return RegionsAnswer.of(wiring().atlas.regions_in(query.country))


@places.get("/geocode.php")
@endpoint()
def get_geocode(query: GeocodeQuery) -> NearestAnswer | TownsAnswer:
    """The town nearest to a point, or the towns whose name begins so. The point is not kept."""
    atlas = wiring().atlas
    if query.q is not None:
        if query.lat is not None or query.lon is not None:
            raise invalid_field("q")
        return TownsAnswer(towns=[TownOut.of(town) for town in atlas.starting_with(query.q, query.country)])
    if query.lat is None or query.lon is None:
        raise invalid_field("lat" if query.lat is None else "lon")
    town = atlas.nearest(query.lat, query.lon)
    return NearestAnswer(town=TownOut.of(town) if town else None)
