"""Who a person is to look at: everything that stays the same from photo to photo."""

from dataclasses import dataclass
from random import Random

from .palette import EYES, HAIR, LIPS, SKINS, Skin, mix

WOMENS_HAIR = (
    "long", "wavy", "lob", "bob", "fringe", "bun", "ponytail", "curly", "pixie", "afro", "braids", "tied",
)  # fmt: skip
MENS_HAIR = (
    "short", "fade", "side", "quiff", "slick", "curly_top", "buzz", "bald", "receding", "curtain", "mens_long", "locs",
)  # fmt: skip
AGE_BANDS = {"20s": (21, 29), "30s": (30, 39), "40s": (40, 49), "50s": (50, 58), "60s": (59, 65)}


@dataclass(frozen=True)
class Person:
    """One face. Lengths are in hundredths of half a face's width."""

    name: str
    gender: str
    age: int
    skin: Skin
    hair_colour: str
    hair: str
    hair_style: str
    eye_colour: str
    iris: str
    width: float
    jaw: float
    chin: float
    chin_y: float
    eye_gap: float
    eye_size: float
    eye_open: float
    eye_tilt: float
    crease: float
    brow: float
    brow_arch: float
    brow_y: float
    nose_width: float
    nose_y: float
    mouth: float
    lips: float
    lip_colour: str
    beard: str
    glasses: str
    covering: str
    earring: str
    freckles: bool
    lines: float  # 0 at twenty, 1 at sixty-five
    parting: int

    @property
    def is_woman(self) -> bool:
        return self.gender == "female"


def person(name: str, gender: str, age_band: str) -> Person:
    """The same name always gets the same face."""
    rng = Random(f"face {name}")
    woman = gender == "female"
    age = rng.randint(*AGE_BANDS[age_band])
    tone = rng.choices(range(len(SKINS)), (10, 14, 13, 10, 9, 9, 9, 9, 8, 7))[0]
    skin = SKINS[tone]
    colour = _hair_colour(rng, tone, age)
    style = _hair_style(rng, woman, tone, age)
    narrow = tone in (1, 2, 3, 4) and colour == "black" and rng.random() < 0.7
    return Person(
        name=name,
        gender=gender,
        age=age,
        skin=skin,
        hair_colour=colour,
        hair=rng.choice(HAIR[colour]),
        hair_style=style,
        eye_colour=(eyes := _eye_colour(rng, tone, colour)),
        iris=rng.choice(EYES[eyes]),
        width=rng.uniform(95, 103) if woman else rng.uniform(98, 107),
        jaw=rng.uniform(67, 78) if woman else rng.uniform(80, 92),
        chin=rng.uniform(22, 31) if woman else rng.uniform(30, 44),
        chin_y=rng.uniform(150, 162) if woman else rng.uniform(158, 174),
        eye_gap=rng.uniform(43.5, 48.5),
        eye_size=rng.uniform(22.5, 25.5) if woman else rng.uniform(20.5, 23.5),
        eye_open=(rng.uniform(8.2, 9.4) if narrow else rng.uniform(9.6, 12.4)) - (0 if woman else 0.9),
        eye_tilt=rng.uniform(2, 4.5) if narrow else rng.uniform(-1, 3),
        crease=0.15 if narrow else rng.uniform(0.35, 0.75),
        brow=rng.uniform(5.0, 7.5) if woman else rng.uniform(7.5, 11.5),
        brow_arch=rng.uniform(5, 10) if woman else rng.uniform(2, 6),
        brow_y=rng.uniform(-37, -31) if woman else rng.uniform(-33, -27),
        nose_width=rng.uniform(18, 23) + 4.5 * skin.depth + (0 if woman else 2.5),
        nose_y=rng.uniform(52, 62),
        mouth=rng.uniform(31, 37) if woman else rng.uniform(33, 39),
        lips=rng.uniform(0.85, 1.15) + 0.35 * skin.depth - (0 if woman else 0.25),
        lip_colour=_lips(rng, woman, skin),
        beard="none" if woman else _beard(rng, age),
        glasses=rng.choices(("none", "round", "square", "thin"), (8 - age / 16, 0.8, 0.8, 0.6))[0],
        covering=_covering(rng, woman, tone),
        earring=rng.choice(("none", "stud", "hoop", "drop")) if woman else rng.choice(("none",) * 9 + ("stud",)),
        freckles=tone < 3 and rng.random() < (0.6 if colour == "red" else 0.16),
        lines=max(0.0, (age - 24) / 41),
        parting=rng.choice((-1, 1)),
    )


def _hair_colour(rng: Random, tone: int, age: int) -> str:
    if rng.random() < max(0.0, (age - 42) / 30):
        return "white" if age > 56 and rng.random() < 0.4 else "grey"
    if tone >= 6:
        return rng.choices(("black", "brown"), (8, 2))[0]
    if tone >= 3:
        return rng.choices(("black", "brown", "light_brown"), (5, 5, 1))[0]
    return rng.choices(("black", "brown", "light_brown", "blond", "red"), (2, 5, 3, 4, 1.6))[0]


def _hair_style(rng: Random, woman: bool, tone: int, age: int) -> str:
    if woman:
        weights = dict.fromkeys(WOMENS_HAIR, 4.0) | {"afro": 0.0, "braids": 0.0, "curly": 3.0}
        weights |= {"afro": 5, "braids": 5, "curly": 7, "bun": 5} if tone >= 6 else {}
        weights |= {"pixie": 9, "bob": 8, "braids": 0, "ponytail": 1} if age > 50 else {}
    else:
        weights = dict.fromkeys(MENS_HAIR, 4.0) | {"locs": 0.0, "bald": 1.5, "receding": 0.0, "mens_long": 2.0}
        weights |= {"locs": 3, "fade": 9, "buzz": 6, "curtain": 0, "mens_long": 0, "quiff": 1} if tone >= 6 else {}
        weights |= {"receding": 6, "bald": 5, "curtain": 1, "locs": 0.5} if age > 42 else {}
    return rng.choices(list(weights), list(weights.values()))[0]


def _eye_colour(rng: Random, tone: int, hair: str) -> str:
    if tone >= 4 or hair == "black":
        return rng.choices(("brown", "hazel"), (9, 1))[0]
    return rng.choices(("brown", "hazel", "green", "blue", "grey"), (3, 2, 2, 4, 1))[0]


def _lips(rng: Random, woman: bool, skin: Skin) -> str:
    natural = mix(skin.shade, skin.blush, 0.55)
    return mix(natural, rng.choice(LIPS), rng.uniform(0.25, 0.8) * (1 - 0.45 * skin.depth)) if woman else natural


def _beard(rng: Random, age: int) -> str:
    return rng.choices(("none", "stubble", "short", "full", "moustache", "goatee"), (5, 3, 3, 2, 0.6, 0.7))[0]


def _covering(rng: Random, woman: bool, tone: int) -> str:
    if woman:
        return "headscarf" if 2 <= tone <= 8 and rng.random() < 0.09 else "none"
    if 4 <= tone <= 6 and rng.random() < 0.1:
        return "turban"
    return "none"
