"""The files of a site beside its document: logo, icons, pages, words and fonts. Each may be left out."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Self

from shared.registry import site_files
from shared.sites.theme import theme_css

LOGO = "logo.svg"
MEDIA_TYPES = {".svg": "image/svg+xml", ".png": "image/png", ".md": "text/markdown; charset=utf-8"}


@dataclass(frozen=True)
class Brand:
    """Files by their path in the site's folder. They are read when they are asked for, and may have been replaced."""

    files: Mapping[str, Path] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path, key: str) -> Self:
        """The files of this site in a folder of sites."""
        return cls(site_files(folder, key))

    def read(self, name: str) -> bytes | None:
        """The content of a file, if the site has it."""
        path = self.files.get(name)
        return path.read_bytes() if path else None

    @cached_property
    def logo_version(self) -> str:
        """Changes with the logo, so that browsers fetch another one at once; empty without a logo."""
        logo = self.read(LOGO)
        return hashlib.sha256(logo).hexdigest()[:12] if logo else ""

    def address(self, icon: str) -> str:
        """The path of an icon of the site's, or of the product's where it has no logo."""
        return f"/icons/{icon}" + (f"?v={self.logo_version}" if self.logo_version else "")

    def css(self, hue: int) -> str:
        """The style sheet that every page loads: colours and logo, where they differ from the product's."""
        logo = f":root{{--logo:url({self.address('icon.svg')});--logo-radius:0}}\n" if self.logo_version else ""
        return theme_css(hue) + logo
