"""Scenes: each is one template, one stylesheet, and its words of the product (`lander.json`)."""

from enum import StrEnum


class Scene(StrEnum):
    """The device of a landing page. Those of a member show the card of one, as visitors may see it."""

    TINDERSWIPE = "tinderswipe"
    ALONETONIGHT = "alonetonight"
    COLLAGELANDING = "collagelanding"
    GALLERY = "gallery"
    ICONSLANDING = "iconslanding"
    MAPLANDING = "maplanding"
    SOCIALNETWORK = "socialnetwork"
    TRANSITIONSVIDEOLANDING = "transitionsvideolanding"
    VIDEO = "video"
    MEMBER = "member"
    MEMBER2 = "member2"
    MEMBER3 = "member3"

    @property
    def is_of_member(self) -> bool:
        return self in OF_MEMBER


# The last part of /members/{id}/..., and its scene.
OF_MEMBER = {Scene.MEMBER: "landing", Scene.MEMBER2: "landing2", Scene.MEMBER3: "landing3"}
BY_MEMBER_PATH = {part: scene for scene, part in OF_MEMBER.items()}
OF_SITE = tuple(scene for scene in Scene if scene not in OF_MEMBER)
# Niches 1 to 7 by their names in paths: below the name of a scene, the page in the words and colours of the niche.
NICHES = {name: number for number, name in enumerate(("plain", "she", "bdsm", "bbw", "gilf", "milf", "gay"), start=1)}
# The portraits a scene shows, by their numbers (web/static/people).
PEOPLE = {
    Scene.TINDERSWIPE: (5, 2, 1, 4, 3),
    Scene.ALONETONIGHT: (1,),
    Scene.COLLAGELANDING: (3, 6, 11, 2, 7, 8, 9, 10, 5),
    Scene.GALLERY: (11, 4, 5, 12, 1, 8, 9),
    Scene.MAPLANDING: (7, 4, 5, 12),
    Scene.SOCIALNETWORK: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
}
