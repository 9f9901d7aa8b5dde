"""A smart link: one address that sends its visitors to landing pages of the site, by rules and weights."""

import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from lander.domain.page import SLUG

LONGEST_LINK = 32
MOST_TARGETS = 12
# Of a site: each is in the memory of every process.
MOST_LINKS = 500


def is_link_name(name: str) -> bool:
    return len(name) <= LONGEST_LINK and SLUG.fullmatch(name) is not None


@dataclass(frozen=True)
class LinkVisitor:
    """What rules go by, as coarse as in the report. `country` and `device` are empty when unknown, `hour` is UTC."""

    country: str
    device: str
    language: str
    hour: int


@dataclass(frozen=True)
class LinkTarget:
    """A page, its weight among the targets that fit, and the visitors it is for; an empty rule fits everybody.

    Hours are those of the day in UTC from `first_hour` until before `until_hour`, and may cross midnight.
    """

    page: str
    weight: int = 1
    countries: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    first_hour: int | None = None
    until_hour: int | None = None
    is_paused: bool = False

    @property
    def has_rule(self) -> bool:
        return bool(self.countries or self.devices or self.languages or self.first_hour is not None)

    def fits(self, visitor: LinkVisitor) -> bool:
        named = (
            (self.countries, visitor.country),
            (self.devices, visitor.device),
            (self.languages, visitor.language),
        )
        return all(not wanted or given in wanted for wanted, given in named) and self._is_open(visitor.hour)

    def _is_open(self, hour: int) -> bool:
        if self.first_hour is None or self.until_hour is None:
            return True
        if self.first_hour < self.until_hour:
            return self.first_hour <= hour < self.until_hour
        return hour >= self.first_hour or hour < self.until_hour


@dataclass(frozen=True)
class SmartLink:
    """Visitors that fit a target with a rule are split between such targets; all others between those without one.

    `fallback` is the page of visitors without a target, such as a paused one. `network` is named for visitors
    whose address names none.
    """

    name: str
    fallback: str
    targets: tuple[LinkTarget, ...] = ()
    network: str = ""

    def drawn(self, visitor: LinkVisitor, is_live: Callable[[str], bool], draw: random.Random) -> str | None:
        """The page for a new visitor; None when even the fallback is not live.

        A target that is paused or whose page is not live takes part in the draw, and its visitors get the fallback: the
        shares of the others stay what they were.
        """
        fitting = [target for target in self.targets if target.fits(visitor)]
        chosen = [target for target in fitting if target.has_rule] or fitting
        if chosen:
            target = draw.choices(chosen, [each.weight for each in chosen])[0]
            if not target.is_paused and is_live(target.page):
                return target.page
        return self.default(is_live)

    def default(self, is_live: Callable[[str], bool]) -> str | None:
        return self.fallback if is_live(self.fallback) else None

    def pages(self) -> set[str]:
        return {self.fallback, *(target.page for target in self.targets)}

    def described(self) -> dict[str, Any]:
        """As it is stored, and as the audit log shows it: without its name."""
        described = asdict(self)
        del described["name"]
        return described

    @classmethod
    def of(cls, name: str, described: Mapping[str, Any]) -> Self:
        targets: list[dict[str, Any]] = [
            {key: tuple(value) if isinstance(value, list) else value for key, value in each.items()}
            for each in described["targets"]
        ]
        return cls(name, described["fallback"], tuple(LinkTarget(**each) for each in targets), described["network"])
