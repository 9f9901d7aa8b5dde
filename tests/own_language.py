"""A brand in a language of its own, in a folder: every text is the English one between marks that no other text has."""

import json
from pathlib import Path

import yaml
from shared.registry import read_yaml
from shared.sites.directory import DOCUMENTS
from shared.sites.language_checking import english_texts, expected
from shared.sites.page_checking import PAGES

BRAND, LANGUAGE = "lusa", "pt"


def marked(text: str) -> str:
    """The translation of an English text."""
    return f"«{text}»"


def write_brand(folder: Path, **document: object) -> Path:
    """Write the brand and its whole language. Returns the folder of the brand."""
    brand = folder / BRAND
    example = read_yaml(DOCUMENTS / "pairwise.yaml")
    own = {
        "name": "Lusa",
        "hosts": [f"{BRAND}.localhost"],
        "pool": 77,
        "locales": [LANGUAGE, "en"],
        "domain_language": LANGUAGE,
        "own_languages": {LANGUAGE: "complete"},
        "hero": {},
        "resell_tiles": [],
        "member_resell": False,
    }
    brand.mkdir(parents=True)
    (brand / "site.yaml").write_text(yaml.safe_dump(example | own | document, allow_unicode=True))
    for file in english_texts():
        texts = {key: marked(text) for key, text in expected(LANGUAGE, file).items()}
        write(brand / "languages" / LANGUAGE / f"{file}.json", json.dumps(texts, ensure_ascii=False, indent=1))
    for page in PAGES:
        write(brand / "pages" / LANGUAGE / f"{page}.md", f"# {marked(page)}\n\nUm texto de {{{{site}}}}.\n")
    return brand


def write(path: Path, content: str | bytes) -> None:
    """Write a file, with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
