"""Towns, their names and post codes, and regions of the countries we serve; see NOTICE for the sources."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Region:
    id: str  # such as "nl-noord-holland"
    country: str
    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Town:
    id: int  # the GeoNames id, the same in every edition
    name: str
    country: str
    region_code: str
    region_id: str
    region_name: str
    latitude: float
    longitude: float
    population: int


@cache
def regions() -> tuple[Region, ...]:
    """Every region, ordered by id."""
    return tuple(Region(**row) for row in _rows("regions.csv"))


@cache
def towns() -> tuple[Town, ...]:
    """Every town, ordered by country and then from large to small."""
    known = {(region.country, region.code): region for region in regions()}
    return tuple(_town(row, known[row["country"], row["region"]]) for row in _rows("towns.csv"))


@cache
def town_ids() -> frozenset[int]:
    """The ids of all towns, read without the rest: a process that only compares ids keeps nothing else."""
    return frozenset(int(row["id"]) for row in _rows("towns.csv"))


@cache
def alternate_names() -> Mapping[int, tuple[str, ...]]:
    """Names of a town in other languages and spellings, in plain letters, by its id."""
    return {int(row["id"]): tuple(row["names"].split("|")) for row in _rows("alternate_names.csv")}


@cache
def post_codes() -> Mapping[tuple[str, str], int]:
    """The town of a country and the beginning of a post code, letters and digits only: the longest that fits counts."""
    return {(row["country"], row["prefix"]): int(row["town"]) for row in _rows("post_codes.csv")}


def _town(row: dict[str, str], region: Region) -> Town:
    return Town(
        id=int(row["id"]),
        name=row["name"],
        country=row["country"],
        region_code=region.code,
        region_id=region.id,
        region_name=region.name,
        latitude=float(row["latitude"]),
        longitude=float(row["longitude"]),
        population=int(row["population"]),
    )


def _rows(name: str) -> Iterator[dict[str, str]]:
    with (_HERE / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)
