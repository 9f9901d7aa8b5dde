"""Pages as they are served: the product's own, one for each scene, and those of marketers."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from shared.languages import Locale

from lander.domain.document import PageDocument
from lander.domain.scene import Scene

SLUG = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")
LONGEST_SLUG = 40
# First parts of paths below /landers/ that are no pages.
RESERVED = frozenset({"static", "pictures", "preview", "app"})


@dataclass(frozen=True)
class Arm:
    """One version in an experiment. `id` is unique over all experiments."""

    id: int
    version: int
    weight: float
    # The page that the version was copied from; empty for one of its own page.
    copied_from: str = ""


@dataclass(frozen=True)
class LivePage:
    """A page that is served: its documents by version, the version for everybody, or the arms to draw from."""

    slug: str
    documents: dict[int, PageDocument]
    version: int
    arms: Sequence[Arm] = field(default=())

    def drawn(self, draw: random.Random) -> Arm:
        """The arm for a new visitor by the weights; arm 0 without an experiment."""
        if not self.arms:
            return Arm(0, self.version, 1.0)
        return draw.choices(self.arms, [arm.weight for arm in self.arms])[0]

    def kept(self, version: int, arm_id: int) -> Arm | None:
        """The arm an address names, if it is still one of this page."""
        return next((arm for arm in self.arms if (arm.version, arm.id) == (version, arm_id)), None)

    def document(self, version: int) -> PageDocument:
        return self.documents[version]

    def hashes(self) -> set[str]:
        """The uploaded pictures on it."""
        return {hashed for document in self.documents.values() for hashed in document.hashes()}

    @property
    def is_listed(self) -> bool:
        """Whether search engines list it."""
        return not self.shows_member and not self.documents[self.version].is_unlisted

    @property
    def shows_member(self) -> bool:
        """Whether it is a page of members, at the address of one."""
        return self.documents[self.version].scene.is_of_member

    def languages(self, site: Sequence[Locale]) -> list[Locale]:
        """Those of the site's languages that all of its versions are in; without one, those of the live version.

        A page that lost all of them with a change of the site is drawn in every one, with the words of its scene.
        """
        each_version = [document.languages_of(site) for document in self.documents.values()]
        common = [each for each in site if all(each in languages for languages in each_version)]
        return common or self.documents[self.version].languages_of(site) or list(site)


def built_in(scene: Scene) -> LivePage:
    """The product's own page of a scene; its words are those of the product."""
    return LivePage(scene.value, {0: PageDocument.model_validate({"scene": scene})}, 0)


BUILT_IN = {scene.value: built_in(scene) for scene in Scene}


def is_free(slug: str, scene: Scene) -> bool:
    """Whether a page of this scene may have the slug: a scene's name belongs to the scene."""
    if not SLUG.fullmatch(slug) or len(slug) > LONGEST_SLUG or slug in RESERVED:
        return False
    return slug not in BUILT_IN or slug == scene.value
