"""Files of a site other than its document: logo, icons, pages, words and fonts. Each may be left out."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from shared.kit.core import OwnTexts
from shared.registry import read_yaml, site_files

LOGO = "logo.svg"
MAILS = "mails/"
LANGUAGES = "languages/"
# A language of the site's own, and a file of its texts.
LANGUAGE_FILE = re.compile(r"languages/([a-z]{2})/([a-z_]+)\.json")
MEDIA_TYPES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".md": "text/markdown; charset=utf-8",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class Brand:
    """Files by their path in the site's folder. They are read when they are asked for, and may have been replaced.

    `phrases` are its own texts of mails, by language and key; `languages` are texts by language, file and key.
    """

    files: Mapping[str, Path] = field(default_factory=dict)
    phrases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    languages: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path, key: str) -> Self:
        """The files of this site in a folder of sites. Raises ValueError or YAMLError for words that cannot be read."""
        files = site_files(folder, key)
        words = {name: path for name, path in files.items() if name.startswith(MAILS)}
        languages: dict[str, dict[str, Mapping[str, str]]] = {}
        for name, path in files.items():
            if found := LANGUAGE_FILE.fullmatch(name):
                languages.setdefault(found[1], {})[found[2]] = read_language_file(path)
        return cls(files, {Path(name).stem: read_phrases(path) for name, path in words.items()}, languages)

    def texts(self, file: str) -> OwnTexts:
        """The texts of one file of the web app (`errors`, `mails`) that are the site's own, by language and key."""
        found = {language: files[file] for language, files in self.languages.items() if file in files}
        if file == "mails":
            return {each: {**found.get(each, {}), **self.phrases.get(each, {})} for each in {*found, *self.phrases}}
        return found

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


def read_language_file(path: Path) -> dict[str, str]:
    """Texts by their keys, from JSON as the web app has it. Raises ValueError with the line."""
    content = path.read_text("utf-8")
    try:
        found: Any = json.loads(content, object_pairs_hook=_without_doubles)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno}: is no JSON: {error.msg}") from None
    except _Doubled as error:
        line = content.count("\n", 0, content.rindex(json.dumps(error.key, ensure_ascii=False))) + 1
        raise ValueError(f"line {line}: key {error.key!r} is given twice") from None
    except RecursionError:
        raise ValueError("line 1: is nested too deeply") from None
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise ValueError('line 1: has a text for each key, as in {"send": "Enviar"}')
    return found


class _Doubled(Exception):
    def __init__(self, key: str) -> None:
        self.key = key


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Doubled(key)
        found[key] = value
    return found


def read_phrases(path: Path) -> dict[str, str]:
    """A file of phrases. Raises ValueError or YAMLError."""
    found: Any = read_yaml(path)
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise ValueError("line 1: has a text for each key, as in `match_subject: A match`")
    return {str(key): text for key, text in found.items()}
