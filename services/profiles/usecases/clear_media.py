from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta

from servicekit.errors import Unavailable

from profiles.ports import Media, ProfilesUnitOfWork

# Longer than any upload is under way.
LOOSE_FOR = timedelta(minutes=10)
AT_A_TURN = 100


def clear_loose_media(unit_of_work: Callable[[], ProfilesUnitOfWork], media: Media) -> None:
    """Clear away the files of uploads that did not become photos, and of photos that were deleted."""
    with unit_of_work() as uow:
        names = uow.photos.loose(LOOSE_FOR, AT_A_TURN)
    clear_media(unit_of_work, media, names)


def clear_media(unit_of_work: Callable[[], ProfilesUnitOfWork], media: Media, names: Sequence[str]) -> None:
    """Clear these away now, if the store answers; else they stay noted, and their turn comes again."""
    for name in names:
        with suppress(Unavailable), unit_of_work() as uow:
            if uow.photos.forget_loose(name):
                media.clear(name)
                uow.commit()
