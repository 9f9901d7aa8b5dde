"""A whole person on a sheet, back to front."""

from random import Random

from . import hair_men, hair_women  # noqa: F401 - importing them fills the list of styles
from .clothes import draw_clothes, draw_neck
from .covering import draw_covering, draw_covering_behind
from .features import Person
from .gaze import draw_eyes, draw_glasses
from .hair import Salon, draw_hair, draw_hair_behind
from .head import draw_ears, draw_nose, draw_skin, head_outline
from .lock import Dye
from .mouth import draw_beard, draw_mouth
from .palette import times
from .sheet import Sheet
from .take import Take

EARS_UNDER_HAIR = {"long", "wavy", "lob", "bob", "fringe", "curly", "afro", "braids", "mens_long", "locs", "curtain"}


def draw_person(p: Person, take: Take) -> Sheet:
    sheet = Sheet()
    salon = Salon(sheet, p, Dye(p.hair, take.key_side), Random(f"hair {p.name}"), take.turn)
    covered = p.covering != "none"
    lean = f"rotate({take.tilt:.2f} 0 150)"
    sheet.open(transform=f"translate({take.eyes_x:.1f} {take.eyes_y:.1f}) scale({take.scale:.3f})")

    sheet.open(transform=lean)
    draw_covering_behind(salon, take.second_cloth) if covered else draw_hair_behind(salon)
    sheet.close()
    draw_neck(sheet, p, take)
    draw_clothes(sheet, p, take)

    sheet.open(transform=lean)
    if p.covering != "headscarf" and (covered or p.hair_style not in EARS_UNDER_HAIR):
        draw_ears(sheet, p, take)
    draw_skin(sheet, p, take)
    if p.hair_style != "bald" or covered:
        _shadow_of_hair(sheet, salon, covered)
    sheet.close()  # the clipped face, left open by draw_skin
    draw_beard(sheet, p, take)
    draw_nose(sheet, p, take)
    draw_mouth(sheet, p, take)
    draw_eyes(sheet, p, take)
    draw_covering(salon, take.second_cloth) if covered else draw_hair(salon)
    draw_glasses(sheet, p, take)
    sheet.close()
    sheet.close()
    return sheet


def _shadow_of_hair(sheet: Sheet, salon: Salon, covered: bool) -> None:
    """The forehead and temples lie in the shadow of what grows or hangs above them."""
    deep = times(salon.p.skin.shade, 0.8, 0.72, 0.7)
    rim = head_outline(salon.p, salon.turn, grow=10)
    strength = 0.25 if salon.p.hair_style in ("receding", "buzz") and not covered else 0.5
    sheet.soft_line([(x, y + 8) for x, y in salon.hairline(0, 40)], deep, 18, 8, strength)
    sheet.soft_line([*rim, rim[0]], deep, 22, 9, 0.35)
