"""A language is declared once for Python and once for the web app, and every text has it."""

import ast
import json
import re
from pathlib import Path

import pytest
import yaml
from shared.languages import DEFAULT_LOCALE, LANGUAGE_NAMES, LOCALES

REPOSITORY = Path(__file__).resolve().parents[2]
WEB_LIST = REPOSITORY / "webapp" / "src" / "i18n" / "locales.ts"
TEXTS = REPOSITORY / "webapp" / "src" / "locales"
# The payment provider has locales of its own; a language it lacks is shown in English there. The stand-in of a
# translator has those that it knows.
NOT_OUR_LIST = {"services/billing/clients/mollie.py", "scripts/standins/translator/languages.py"}
MOST_NAMED = len(LOCALES) // 2


def test_every_language_has_its_name() -> None:
    assert tuple(LANGUAGE_NAMES) == LOCALES
    assert LOCALES[0] == DEFAULT_LOCALE


def test_the_web_app_has_the_same_languages() -> None:
    source = WEB_LIST.read_text("utf-8")
    declaration = re.search(r"localeNames = \{(.*?)\}", source, re.DOTALL)
    assert declaration is not None
    assert dict(re.findall(r"(\w+): '([^']+)'", declaration[1])) == dict(LANGUAGE_NAMES)
    assert f"defaultLocale: Locale = '{DEFAULT_LOCALE}'" in source


def test_every_language_has_the_same_files_of_texts() -> None:
    files = {
        folder.name: sorted(file.name for file in folder.glob("*.json"))
        for folder in TEXTS.iterdir()
        if folder.is_dir()
    }
    assert sorted(files) == sorted(LOCALES)
    assert set(map(tuple, files.values())) == {tuple(files[DEFAULT_LOCALE])}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_has_opening_lines_prompts_hint_words_and_demo_members(locale: str) -> None:
    lines = yaml.safe_load((REPOSITORY / "services/shared/sites/opening_lines.yaml").read_text("utf-8"))
    hints = json.loads((REPOSITORY / "services/shared/contact_details/hint_words.json").read_text("utf-8"))
    prompts = yaml.safe_load((REPOSITORY / "services/shared/sites/prompts.yaml").read_text("utf-8"))
    assert all(locale in line for line in lines.values())
    assert all(locale in prompt["words"] for prompt in prompts.values())
    assert all(locale in words for words in hints.values() if isinstance(words, dict))
    assert (REPOSITORY / "scripts/demo/words" / f"{locale}.yaml").is_file()


def test_no_other_python_file_lists_the_languages() -> None:
    """A list, tuple, set or dict with more than half of our languages is a second declaration."""
    found = []
    for folder in ("gateway", "scripts", "services", "tests"):
        for file in (REPOSITORY / folder).rglob("*.py"):
            name = str(file.relative_to(REPOSITORY))
            if name == "services/shared/languages.py" or name in NOT_OUR_LIST:
                continue
            source = file.read_text("utf-8")
            # Few files quote so many; to parse all of them takes seconds.
            if len(set(re.findall(r"""["']([a-z]{2})["']""", source)) & set(LOCALES)) <= MOST_NAMED:
                continue
            for node in ast.walk(ast.parse(source)):
                values = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", ())
                named = {value.value for value in values if isinstance(value, ast.Constant)}
                if len(named & set(LOCALES)) > MOST_NAMED:
                    found.append(f"{name}:{node.lineno}")  # type: ignore[attr-defined]
    assert found == []
