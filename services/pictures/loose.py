"""Files that nothing holds, or not yet: noted before they are written, and when what held them goes.

They stand in `loose_media` (media, since) of whoever keeps the pictures; what stays there for long is cleared away.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

from servicekit.errors import Unavailable
from sqlalchemy import text
from sqlalchemy.orm import Session

from pictures.store import PictureStore

# Longer than any upload is under way.
LOOSE_FOR = timedelta(minutes=10)
AT_A_TURN = 100

NOTE = text("INSERT INTO loose_media (media) VALUES (:media) ON CONFLICT DO NOTHING")
FORGET = text("DELETE FROM loose_media WHERE media = :media RETURNING media")
OLD = text("SELECT media FROM loose_media WHERE since < now() - :older_than ORDER BY since LIMIT :most")


class LooseFiles:
    """Reads and writes `loose_media`, for the repository of whoever has pictures."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def note_loose(self, media: str) -> None:
        self._session.execute(NOTE, {"media": media})

    def forget_loose(self, media: str) -> bool:
        """False when it was cleared away already."""
        return self._session.execute(FORGET, {"media": media}).first() is not None

    def loose(self, older_than: timedelta, limit: int) -> list[str]:
        return list(self._session.scalars(OLD, {"older_than": older_than, "most": limit}))


def clear_loose_media(unit_of_work: Callable[[], Any], media: PictureStore) -> None:
    """Clear away the files of uploads that came to nothing, and of pictures that were deleted.

    The `photos` of the unit of work are LooseFiles.
    """
    with unit_of_work() as uow:
        names = uow.photos.loose(LOOSE_FOR, AT_A_TURN)
    clear_media(unit_of_work, media, names)


def clear_media(unit_of_work: Callable[[], Any], media: PictureStore, names: Sequence[str]) -> None:
    """Clear these away now, if the store answers; else they stay noted, and their turn comes again."""
    for name in names:
        with suppress(Unavailable), unit_of_work() as uow:
            if uow.photos.forget_loose(name):
                media.clear(name)
                uow.commit()
