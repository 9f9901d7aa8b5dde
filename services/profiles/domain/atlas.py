"""Lookup of towns in memory, so that the coordinates of a device never leave the process."""

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from math import asin, cos, floor, radians, sin, sqrt

from shared.gazetteer import Region, Town

from profiles.domain.distance import RINGS_KM, SAME_TOWN, band_of
from profiles.domain.town_names import plain

FARTHEST_KM = 75.0
EARTH_KM = 6371.0
KM_PER_DEGREE = 111.2
ROUNDED = 2  # decimals of a degree: about a kilometre
RINGS_KEPT = 500  # of up to some thousand towns each


class Atlas:
    """Towns by coordinates. A grid of whole degrees limits the search for the nearest one."""

    def __init__(self, towns: Iterable[Town], regions: Iterable[Region]) -> None:
        self._cells: dict[tuple[int, int], list[Town]] = defaultdict(list)
        self._by_id: dict[int, Town] = {}
        self._rings: OrderedDict[int, list[tuple[int, ...]]] = OrderedDict()
        self._lock = threading.Lock()
        self._regions: dict[str, list[Region]] = defaultdict(list)
        for town in towns:
            self._cells[floor(town.latitude), floor(town.longitude)].append(town)
            self._by_id[town.id] = town
        for region in sorted(regions, key=lambda region: plain(region.name)):
            self._regions[region.country].append(region)

    def regions_in(self, country: str) -> list[Region]:
        """Regions ordered by name; empty for an unknown country."""
        return self._regions.get(country, [])

    def nearest(self, latitude: float, longitude: float) -> Town | None:
        """Return the nearest town within 75 km of the rounded point."""
        latitude, longitude = round(latitude, ROUNDED), round(longitude, ROUNDED)
        distances = (
            (distance_km(latitude, longitude, town), town.id, town) for town in self._around(latitude, longitude)
        )
        nearest = min(distances, default=None, key=lambda entry: entry[:2])
        return nearest[2] if nearest and nearest[0] <= FARTHEST_KM else None

    def distance_band(self, one_id: int | None, other_id: int | None) -> int | None:
        """The kilometres within which two towns lie; None when that is far, or one of them is not known."""
        one, other = (self._by_id.get(town_id) if town_id else None for town_id in (one_id, other_id))
        if one is None or other is None:
            return None
        return SAME_TOWN if one is other else band_of(distance_km(one.latitude, one.longitude, other))

    def rings(self, town_id: int) -> list[tuple[int, ...]]:
        """Return the ids of towns around this one in the rings of `RINGS_KM`, the town itself first. LRU."""
        with self._lock:
            if town_id not in self._rings:
                self._rings[town_id] = self._ring(town_id)
                if len(self._rings) > RINGS_KEPT:
                    self._rings.popitem(last=False)
            self._rings.move_to_end(town_id)
            return self._rings[town_id]

    def within(self, town_id: int, radius_km: int) -> tuple[int, ...]:
        """Return the ids of the towns within this radius, which is a band."""
        rings = zip(RINGS_KM, self.rings(town_id), strict=True)
        return tuple(town for band, ring in rings if band <= radius_km for town in ring)

    def _ring(self, town_id: int) -> list[tuple[int, ...]]:
        centre = self._by_id.get(town_id)
        found: dict[int, list[int]] = {band: [] for band in RINGS_KM}
        if centre is not None:
            for town in self._around(centre.latitude, centre.longitude, RINGS_KM[-1]):
                band = SAME_TOWN if town is centre else band_of(distance_km(centre.latitude, centre.longitude, town))
                if band in found:
                    found[band].append(town.id)
        return [tuple(sorted(ring)) for ring in found.values()]

    def _around(self, latitude: float, longitude: float, reach_km: float = FARTHEST_KM) -> Iterable[Town]:
        high = reach_km / KM_PER_DEGREE
        # Degrees of longitude grow shorter towards the poles; there, search all of them.
        wide = high / cos(radians(abs(latitude) + high)) if abs(latitude) + high < 89 else 180.0
        for row in range(floor(latitude - high), floor(latitude + high) + 1):
            columns = range(floor(longitude - wide), floor(longitude + wide) + 1)
            for column in {(column + 180) % 360 - 180 for column in columns}:
                yield from self._cells.get((row, column), ())


def distance_km(latitude: float, longitude: float, town: Town) -> float:
    """Along a great circle (haversine)."""
    north, east = radians(town.latitude - latitude) / 2, radians(town.longitude - longitude) / 2
    chord = sin(north) ** 2 + cos(radians(latitude)) * cos(radians(town.latitude)) * sin(east) ** 2
    return 2 * EARTH_KM * asin(min(1.0, sqrt(chord)))
