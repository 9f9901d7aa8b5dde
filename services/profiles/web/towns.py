from flask import Blueprint
from shared.kit.http import endpoint

from profiles.errors import invalid_field
from profiles.web.context import current_site, wiring
from profiles.web.profile_models import InterestsAnswer
from profiles.web.town_models import GeocodeQuery, NearestAnswer, RegionsAnswer, RegionsQuery, TownOut, TownsAnswer

towns = Blueprint("places", __name__, url_prefix="/api")


@towns.get("/interests.php")
@endpoint()
def get_interests() -> InterestsAnswer:
    """The interests that the site offers to choose."""
    return InterestsAnswer(interests=current_site().interests)


@towns.get("/regions.php")
@endpoint()
def get_regions(query: RegionsQuery) -> RegionsAnswer:
    """The regions of a country."""
    return RegionsAnswer.of(wiring().atlas.regions_in(query.country))


@towns.get("/geocode.php")
@endpoint()
def get_geocode(query: GeocodeQuery) -> NearestAnswer | TownsAnswer:
    """Return the town nearest to a point, or the towns of a typed name or post code. The point is not stored."""
    if query.q is not None:
        if query.lat is not None or query.lon is not None:
            raise invalid_field("q")
        return TownsAnswer.of(wiring().town_names.find(query.q, query.country))
    if query.lat is None or query.lon is None:
        raise invalid_field("lat" if query.lat is None else "lon")
    town = wiring().atlas.nearest(query.lat, query.lon)
    return NearestAnswer(town=TownOut.of(town) if town else None)
