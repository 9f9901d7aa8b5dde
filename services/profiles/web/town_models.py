"""Towns and regions over HTTP."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field
from shared.gazetteer import Region, Town
from shared.kit.http import Input, Output

from profiles.domain.town_names import FoundTowns

Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]


RegionId = Annotated[str, Field(pattern=r"^[a-z]{2}-[a-z0-9-]{1,60}$")]


TownId = Annotated[int, Field(ge=1, le=2**31 - 1)]


class RegionsQuery(Input):
    country: Country


class GeocodeQuery(Input):
    """Find a town by coordinates (`lat`, `lon`), or by its name in any language or its post code (`q`)."""

    lat: float | None = Field(None, ge=-90, le=90, allow_inf_nan=False)
    lon: float | None = Field(None, ge=-180, le=180, allow_inf_nan=False)
    q: str | None = Field(None, max_length=80)
    country: Country | None = None


class RegionOut(Output):
    id: str
    name: str


class RegionsAnswer(Output):
    regions: list[RegionOut]

    @staticmethod
    def of(regions: Iterable[Region]) -> "RegionsAnswer":
        return RegionsAnswer(regions=[RegionOut(id=region.id, name=region.name) for region in regions])


class TownOut(Output):
    id: int
    name: str
    region: str
    region_name: str
    country: str

    @staticmethod
    def of(town: Town) -> "TownOut":
        return TownOut(
            id=town.id, name=town.name, region=town.region_id, region_name=town.region_name, country=town.country
        )


class NearestAnswer(Output):
    town: TownOut | None


class TownsAnswer(Output):
    towns: list[TownOut]
    exact: int | None = Field(description="The one town that has this name or post code")
    near: bool = Field(description="No name begins with the text; these differ from it by typing errors")

    @staticmethod
    def of(found: FoundTowns) -> "TownsAnswer":
        exact = found.exact.id if found.exact else None
        return TownsAnswer(towns=[TownOut.of(town) for town in found.towns], exact=exact, near=found.is_near)
