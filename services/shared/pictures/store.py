"""Storage of picture files, and of recordings beside them, through fsspec."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import fsspec

from shared.kit.errors import Unavailable
from shared.kit.logs import logger

VARIANTS = ("160", "400", "800", "locked")
SOUND = "sound"  # the one file of a recording (`shared.sounds`)
STORED = (*VARIANTS, SOUND)
# Followed at once by the gateway; the rest is for clocks that differ.
SIGNED_SECONDS = 60
NAME = re.compile(r"[a-z0-9]+(?:[/-][a-z0-9]+)*")


def file_name(variant: str) -> str:
    """The name of the file that has this variant."""
    return f"{variant}.ogg" if variant == SOUND else f"{variant}.webp"


def media_type(variant: str) -> str:
    """The media type of a file that has this variant."""
    return "audio/ogg" if variant == SOUND else "image/webp"


class PictureStore:
    """Storage of picture files: a folder or an S3 bucket with files `<name>-<variant>.webp`, or `<name>-sound.ogg`.

    Raises Unavailable for any error of the store, because every kind of store has exceptions of its own.
    """

    def __init__(self, url: str) -> None:
        options = {"auto_mkdir": True} if url.startswith("file:") else {}
        self._is_bucket = url.startswith("s3:")
        self._files, self._root = fsspec.core.url_to_fs(url, **options)

    def read(self, name: str, variant: str) -> bytes | None:
        """The bytes of the file; None if there is no such file."""
        if not NAME.fullmatch(name):
            return None
        try:
            content: bytes = self._files.cat_file(self._path(name, variant))
        except FileNotFoundError:
            return None
        except Exception as error:
            raise _unavailable(error) from error
        return content

    def signed(self, name: str, variant: str, method: str, cache_control: str) -> str | None:
        """The address at which the object store answers this file for a minute, with its type and this header.

        None for a folder, and for a name that no file has. Whether the file exists is the store's to say.
        """
        if not self._is_bucket or not NAME.fullmatch(name):
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
            raise _unavailable(error) from error
        return address

    @cached_property
    def _signer(self) -> Any:
        """Signs with one host for all buckets, that of the store, which is the one that the gateway knows."""
        config = {"signature_version": "s3v4", "s3": {"addressing_style": "path"}}
        return fsspec.filesystem("s3", config_kwargs=config)

    def write(self, name: str, files: Mapping[str, bytes]) -> None:
        """Write all files. After Unavailable some may exist; `clear` deletes them."""
        try:
            for variant, content in files.items():
                kind = {"ContentType": media_type(variant)} if self._is_bucket else {}
                self._files.pipe_file(self._path(name, variant), content, **kind)
        except Exception as error:
            raise _unavailable(error) from error

    def clear(self, name: str) -> None:
        """Delete all files of this name. Missing files are no error."""
        for variant in STORED:
            try:
                self._files.rm_file(self._path(name, variant))
            except FileNotFoundError:
                continue
            except Exception as error:
                raise _unavailable(error) from error

    def _path(self, name: str, variant: str) -> str:
        return f"{self._root}/{name}-{file_name(variant)}"


def _unavailable(error: Exception) -> Unavailable:
    logger().warning("picture_store_unavailable", problem=type(error).__name__)
    return Unavailable()
