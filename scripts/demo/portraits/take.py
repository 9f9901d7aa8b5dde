"""One photograph of a person: where, in what clothes, how close, in which mood."""

from dataclasses import dataclass
from random import Random

from .palette import CLOTH

SCENES = ("beach", "cafe", "forest", "mountain", "city", "studio", "field")
WOMENS_CLOTHES = ("crew", "v_neck", "blouse", "blazer", "turtleneck", "wide_neck", "breton", "denim", "cardigan")
MENS_CLOTHES = ("crew", "v_neck", "shirt", "blazer", "turtleneck", "hoodie", "breton", "denim", "polo")
MOODS = ("smile", "grin", "laugh", "calm", "smirk")
# Close, usual and half length: scale, and where the eyes are on the 800 by 1000 sheet. The face stays in the upper
# half, because lists write over the lower third.
CROPS = ((1.72, 405), (1.56, 385), (1.46, 372), (1.34, 360), (1.2, 352))


@dataclass(frozen=True)
class Take:
    scene: str
    variant: int
    mood: str
    clothes: str
    cloth: str
    second_cloth: str
    scale: float
    eyes_x: float
    eyes_y: float
    tilt: float
    turn: float
    key_side: int


def takes(name: str, gender: str, count: int) -> list[Take]:
    """A person's photos: no scene, outfit or mood twice in a row of seven, nine and five."""
    rng = Random(f"takes {name}")
    scenes = rng.sample(SCENES, count)
    clothes = rng.sample(WOMENS_CLOTHES if gender == "female" else MENS_CLOTHES, count)
    cloths = rng.sample(CLOTH, count * 2)
    # The first photo is the one in every list, so it smiles and comes close.
    moods = [rng.choice(("smile", "grin", "grin", "smirk")), *rng.sample(MOODS, 4)]
    crops = [rng.choice(CROPS[1:4]), *rng.sample(CROPS, 4)]
    return [_take(rng, scenes[i], moods[i], clothes[i], cloths[i * 2 : i * 2 + 2], crops[i]) for i in range(count)]


def _take(rng: Random, scene: str, mood: str, clothes: str, cloths: list[str], crop: tuple[float, int]) -> Take:
    scale, eyes_y = crop
    turn = rng.uniform(-1, 1)
    return Take(
        scene=scene,
        variant=rng.randrange(1000),
        mood=mood,
        clothes=clothes,
        cloth=cloths[0],
        second_cloth=cloths[1],
        scale=scale * rng.uniform(0.97, 1.04),
        eyes_x=400 - turn * 14 + rng.uniform(-22, 22),
        eyes_y=eyes_y + rng.uniform(-14, 14),
        tilt=rng.uniform(-6, 6),
        turn=turn,
        key_side=rng.choice((-1, 1)),
    )
