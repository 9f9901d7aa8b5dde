"""Pictures of marketers: added, and taken away."""

from collections.abc import Callable

from shared.kit.core import NotFound, Unavailable
from shared.pictures import ProcessedImage

from lander.domain.marketing_action import Marketer, MarketingAction
from lander.domain.picture import MOST_PICTURES, Picture, hash_of
from lander.errors import PicturesFull
from lander.ports import PictureChecks
from lander.storage import LanderUnit

LARGEST = "1200.webp"


def add_picture(
    unit_of_work: Callable[[], LanderUnit],
    checks: PictureChecks,
    process: Callable[[bytes], ProcessedImage],
    marketer: Marketer,
    content: bytes,
) -> Picture:
    """Store an upload as files of ours, once per site and content.

    It is compared with blocked pictures and hash lists before anything is written. Raises PictureRefused for an
    upload that is no accepted picture, Forbidden (`picture_blocked`), PicturesFull, and Unavailable.
    """
    hashed = hash_of(content)
    with unit_of_work().reading() as uow:
        there = {each.hash: each for each in uow.pictures.all_of(marketer.site)}
    if hashed in there:
        return there[hashed]
    if len(there) >= MOST_PICTURES:
        raise PicturesFull()
    made = process(content)
    checks.check(marketer.member_id, content, made.fingerprint, made.files[LARGEST])
    with unit_of_work() as uow:
        if uow.pictures.add(marketer.site, hashed, made.width, made.height, made.files):
            after = {"width": made.width, "height": made.height}
            uow.actions.record(marketer, MarketingAction("picture.add", hashed, after=after))
        found = uow.pictures.of(marketer.site, [hashed]).get(hashed)
        uow.commit()
    if found is None:
        raise Unavailable()  # a colleague took it away at this moment
    return found


def remove_picture(uow: LanderUnit, marketer: Marketer, hashed: str) -> None:
    """Take a picture away with its files, from live pages too. Raises NotFound."""
    with uow:
        if not uow.pictures.remove(marketer.site, hashed):
            raise NotFound()
        uow.actions.record(marketer, MarketingAction("picture.remove", hashed))
        uow.commit()
