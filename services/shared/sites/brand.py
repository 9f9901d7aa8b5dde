"""Files of a site other than its document: logo, icons, pages, words and fonts. Each may be left out."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from shared.registry import read_yaml, site_files

LOGO = "logo.svg"
MAILS = "mails/"
MEDIA_TYPES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".md": "text/markdown; charset=utf-8",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class Brand:
    """Files by their path in the site's folder. They are read when they are asked for, and may have been replaced.

    `phrases` are its own texts of mails, by language and key.
    """

    files: Mapping[str, Path] = field(default_factory=dict)
    phrases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path, key: str) -> Self:
        """The files of this site in a folder of sites. Raises ValueError or YAMLError for words that cannot be read."""
        files = site_files(folder, key)
        words = {name: path for name, path in files.items() if name.startswith(MAILS)}
        return cls(files, {Path(name).stem: read_phrases(path) for name, path in words.items()})

    def read(self, name: str) -> bytes | None:
        """The content of a file, if the site has it."""
        path = self.files.get(name)
        return path.read_bytes() if path else None

    @cached_property
    def logo_version(self) -> str:
        """Changes with the logo, so that browsers fetch another one at once; empty without a logo."""
        return self.version(LOGO)

    def version(self, name: str) -> str:
        """A short hash of a file; empty where the site has none."""
        content = self.read(name)
        return hashlib.sha256(content).hexdigest()[:12] if content else ""

    def address(self, icon: str) -> str:
        """The path of an icon of the site's, or of the product's where it has no logo."""
        return f"/icons/{icon}" + (f"?v={self.logo_version}" if self.logo_version else "")


def read_phrases(path: Path) -> dict[str, str]:
    """A file of phrases. Raises ValueError or YAMLError."""
    found: Any = read_yaml(path)
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise ValueError("line 1: has a text for each key, as in `match_subject: A match`")
    return {str(key): text for key, text in found.items()}
