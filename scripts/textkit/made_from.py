"""The English that each translation was made from, as a hash in `webapp/src/locales/<language>/made-from.tsv`.

A translation, of a text or of a legal page, is stale when the hash of today's English differs from the recorded one.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterable, Sequence

from textkit.locale_files import SOURCE, TRANSLATED, forms, made_from_path, page_bodies, texts_of


def english() -> dict[str, dict[str, str]]:
    """What is translated, by name: the texts, all plural forms of one together, and the legal pages (`pages/terms`)."""
    return forms(texts_of(SOURCE)) | {name: {name: body} for name, body in page_bodies(SOURCE).items()}


def english_hashes() -> dict[str, str]:
    return {name: hash_of(texts) for name, texts in english().items()}


def hash_of(texts: dict[str, str]) -> str:
    joined = "\0".join(f"{key}\0{text}" for key, text in sorted(texts.items()))
    return hashlib.sha256(joined.encode()).hexdigest()[:8]


def recorded(locale: str) -> dict[str, str]:
    path = made_from_path(locale)
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return dict(line.split("\t") for line in lines)


def stale(locale: str) -> list[str]:
    """Names of the texts that were translated from another English than today's, or with no record of it."""
    made_from = recorded(locale)
    return [name for name, today in english_hashes().items() if made_from.get(name) != today]


def obsolete(locale: str) -> list[str]:
    """Names in the record that English no longer has."""
    return sorted(set(recorded(locale)) - set(english_hashes()))


def accept(locale: str, names: Iterable[str]) -> None:
    """Record that the translations of these names say what English says today, and forget the names that are gone."""
    today = english_hashes()
    kept = {name: made_from for name, made_from in recorded(locale).items() if name in today}
    kept.update({name: today[name] for name in names})
    lines = (f"{name}\t{made_from}\n" for name, made_from in sorted(kept.items()))
    made_from_path(locale).write_text("".join(lines), "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("action", choices=["stale", "translated"])
    parser.add_argument("names", nargs="*", help="file.key or pages/page; all stale texts by default")
    parser.add_argument("--locale", choices=TRANSLATED, action="append", help="default: every translated language")
    options = parser.parse_intermixed_args(arguments)
    source = english()
    if unknown := [name for name in options.names if name not in source]:
        parser.error(f"English has no text named {', '.join(unknown)}")
    for locale in options.locale or TRANSLATED:
        if options.action == "translated":
            accept(locale, options.names or stale(locale))
            continue
        for name in stale(locale):
            print(locale, name, " / ".join(source[name].values()).partition("\n")[0], sep="\t")
    return 0


if __name__ == "__main__":
    sys.exit(main())
