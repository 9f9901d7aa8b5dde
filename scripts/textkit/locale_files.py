"""Files of texts in `webapp/src/locales`, read as one dictionary of `file.key`."""

import json
import re
from pathlib import Path

from runner.paths import ROOT
from shared.languages import LOCALES

FOLDER = ROOT / "webapp" / "src" / "locales"
SOURCE = "en"
TRANSLATED = tuple(locale for locale in LOCALES if locale != SOURCE)
PAGES = ROOT / "webapp" / "public" / "pages"
UPDATED = re.compile(r"\AUpdated: .*\n")
RETENTION = re.compile(r"(?m)^- \d+ ")
FORM = re.compile(r"_(zero|one|two|few|many|other)$")


def texts_of(locale: str) -> dict[str, str]:
    """Every text of a language by `file.key`, such as `account.email`."""
    return {
        f"{path.stem}.{key}": text
        for path in sorted((FOLDER / locale).glob("*.json"))
        for key, text in json.loads(path.read_text("utf-8")).items()
    }


def pages_of(locale: str) -> dict[str, str]:
    """Every line of the legal pages of a language by `pages/<page>:<line>`, without the targets of its links."""
    return {
        f"pages/{path.stem}:{number}": re.sub(r"\]\(.*?\)", "]", line)
        for path in sorted((PAGES / locale).glob("*.md"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
    }


def page_bodies(locale: str) -> dict[str, str]:
    """Every legal page of a language as one text by `pages/<page>`.

    Without the day of its last change and the retention times (`scripts/pairwise record-of-processing --pages`).
    """
    return {
        f"pages/{path.stem}": RETENTION.sub("- ", UPDATED.sub("", path.read_text("utf-8")))
        for path in sorted((PAGES / locale).glob("*.md"))
    }


def forms(texts: dict[str, str]) -> dict[str, dict[str, str]]:
    """The texts by name, where all plural forms of a text have one name: `chat.unread` for `chat.unread_one`."""
    named: dict[str, dict[str, str]] = {}
    for key, text in texts.items():
        counted = f"{FORM.sub('', key)}_other" in texts
        named.setdefault(FORM.sub("", key) if counted else key, {})[key] = text
    return named


def glossary_path(locale: str) -> Path:
    return FOLDER / locale / "glossary.yaml"


def made_from_path(locale: str) -> Path:
    return FOLDER / locale / "made-from.tsv"
