"""Storage of picture files, and of recordings beside them, through fsspec."""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

import fsspec

from shared.kit.core import ObjectStore, Unavailable

VARIANTS = ("160", "400", "800", "locked")
# A recording as it was sent, and for browsers without Opus in Ogg, made when one of them asks first (`shared.sounds`).
SOUND, SOUND_MP3 = "sound", "mp3"
RECORDINGS = {SOUND: ("sound.ogg", "audio/ogg"), SOUND_MP3: ("sound.mp3", "audio/mpeg")}
STORED = (*VARIANTS, *RECORDINGS)
# Followed at once by the gateway; the rest is for clocks that differ.
SIGNED_SECONDS = 60
NAME = re.compile(r"[a-z0-9]+(?:[/-][a-z0-9]+)*")


def file_name(variant: str) -> str:
    """The name of the file that has this variant."""
    return RECORDINGS[variant][0] if variant in RECORDINGS else f"{variant}.webp"


def media_type(variant: str) -> str:
    """The media type of a file that has this variant."""
    return RECORDINGS[variant][1] if variant in RECORDINGS else "image/webp"


class PictureStore:
    """Storage of files in a folder or an S3 bucket: `<name>-<variant>.webp`, or recordings `<name>-sound.ogg`.

    Raises Unavailable for any error of the store, because every kind of store has exceptions of its own, and for a
    bucket that has not answered in time. After several in a row it is not asked for some seconds.
    """

    def __init__(self, url: str) -> None:
        self._store = ObjectStore(url)

    def read(self, name: str, variant: str) -> bytes | None:
        """The bytes of the file; None if there is no such file."""
        if not NAME.fullmatch(name):
            return None
        try:
            with self._store.asking() as ask:
                content: bytes = ask("cat_file", self._path(name, variant))
        except FileNotFoundError:
            return None
        return content

    def has(self, name: str, variant: str) -> bool:
        """Whether there is such a file."""
        with self._store.asking() as ask:
            found: bool = ask("exists", self._path(name, variant))
        return found

    def signed(self, name: str, variant: str, method: str, cache_control: str) -> str | None:
        """The address at which the object store answers this file for a minute, with its type and this header.

        None for a folder, and for a name that no file has. Whether the file exists is the store's to say.
        """
        if not self._store.is_bucket or not NAME.fullmatch(name):
            return None
        try:
            address: str = self._signer.url(
                self._path(name, variant),
                expires=SIGNED_SECONDS,
                client_method="head_object" if method == "HEAD" else "get_object",
                ResponseContentType=media_type(variant),
                ResponseCacheControl=cache_control,
            )
        except Exception as error:
            raise Unavailable() from error
        return address

    @cached_property
    def _signer(self) -> Any:
        """Signs with one host for all buckets, that of the store, which is the one that the gateway knows."""
        config = {"signature_version": "s3v4", "s3": {"addressing_style": "path"}}
        return fsspec.filesystem("s3", config_kwargs=config)

    def write(self, name: str, files: Mapping[str, bytes]) -> None:
        """Write all files. After Unavailable some may exist; `clear` deletes them."""
        with self._store.writing() as ask:
            for variant, content in files.items():
                kind = {"ContentType": media_type(variant)} if self._store.is_bucket else {}
                ask("pipe_file", self._path(name, variant), content, **kind)

    def clear(self, name: str) -> None:
        """Delete all files of this name. Missing files are no error."""
        with self._store.asking() as ask:
            for variant in STORED:
                with suppress(FileNotFoundError):
                    ask("rm_file", self._path(name, variant))

    def _path(self, name: str, variant: str) -> str:
        return f"{self._store.root}/{name}-{file_name(variant)}"
