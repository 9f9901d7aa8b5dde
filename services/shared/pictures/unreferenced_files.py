"""Garbage collection of picture files: no file is left that no row refers to.

The file store takes no part in transactions. So the name of a file is noted in the table `loose_media` (media, since)
before it is written, and again in the transaction that deletes its row; the transaction that refers to the file removes
the note. Notes older than `UNREFERENCED_FOR` are files without a row after a crash: they are deleted.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

from shared.kit.core import Unavailable
from shared.pictures.store import PictureStore

# Longer than any upload takes.
UNREFERENCED_FOR = timedelta(minutes=10)
AT_A_TURN = 100

NOTE = text("INSERT INTO loose_media (media) VALUES (:media) ON CONFLICT DO NOTHING")
FORGET = text("DELETE FROM loose_media WHERE media = :media RETURNING media")
OLD = text("SELECT media FROM loose_media WHERE since < now() - :older_than ORDER BY since LIMIT :most")


class UnreferencedFiles:
    """Repository of `loose_media`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def note_unreferenced(self, media: str) -> None:
        """Record that no row refers to these files, from now on."""
        self._session.execute(NOTE, {"media": media})

    def forget_unreferenced(self, media: str) -> bool:
        """Remove the note. Returns False when the file was deleted already."""
        return self._session.execute(FORGET, {"media": media}).first() is not None

    def unreferenced(self, older_than: timedelta, limit: int) -> list[str]:
        """At most `limit` entries that have been recorded for longer than `older_than`."""
        return list(self._session.scalars(OLD, {"older_than": older_than, "most": limit}))


def delete_unreferenced_media(unit_of_work: Callable[[], Any], media: PictureStore) -> None:
    """Delete the files of failed uploads and of deleted pictures.

    The `photos` of the unit of work are UnreferencedFiles.
    """
    with unit_of_work() as uow:
        names = uow.photos.unreferenced(UNREFERENCED_FOR, AT_A_TURN)
    delete_media(unit_of_work, media, names)


def delete_media(unit_of_work: Callable[[], Any], media: PictureStore, names: Sequence[str]) -> None:
    """Delete these files now. While the store is down they stay noted for the next turn."""
    for name in names:
        with suppress(Unavailable), unit_of_work() as uow:
            if uow.photos.forget_unreferenced(name):
                media.clear(name)
                uow.commit()
