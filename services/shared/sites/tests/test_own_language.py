"""A language that a brand brings: what is refused with file and line, and what falls back to English."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from shared.languages import LANGUAGE_NAMES, can_be_added, language_name
from shared.sites import SiteDirectory
from shared.sites.checking import check_sites
from shared.sites.directory import DOCUMENTS
from shared.sites.files import site_file
from shared.sites.language_checking import needed_forms

from tests.own_language import BRAND, LANGUAGE, marked, write, write_brand

COMMON = f"languages/{LANGUAGE}/common.json"
Change = Callable[[dict[str, str]], object]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sites")
    (folder / "pairwise.yaml").write_text((DOCUMENTS / "pairwise.yaml").read_text())
    write_brand(folder)
    return folder


@pytest.fixture
def brand(whole: Path, tmp_path: Path) -> Path:
    return shutil.copytree(whole, tmp_path, dirs_exist_ok=True) / BRAND


def change(brand: Path, file: str, act: Change) -> None:
    path = brand / "languages" / LANGUAGE / f"{file}.json"
    texts = json.loads(path.read_text())
    act(texts)
    path.write_text(json.dumps(texts, ensure_ascii=False, indent=1))


def test_a_whole_language_is_sound_and_covered(brand: Path) -> None:
    checked = check_sites(brand.parent)

    assert checked.faults == {}
    [coverage] = checked.coverage[BRAND]
    assert coverage.texts == coverage.of > 1_000
    assert coverage.english == []


# The file, the key, its text, and words that name the fault.
TEXTS: dict[str, tuple[str, str, str, str]] = {
    "an extra key": ("common", "close_al", "Fechar", "is no text of the product"),
    "a missing value": ("mails", "match_subject", "Um par", "has no {{partner}}"),
    "an unknown value": ("common", "close", "Fechar {{iban}}", "{{iban}} is not filled in"),
    "a broken value": ("common", "close", "Fechar {site}", "a value is written {{site}}"),
    "an open brace": ("common", "close", "Fechar {{", "a value is written {{site}}"),
    "another text inside": ("common", "close", "$t(errors:internal)", "a value is written {{site}}"),
    "HTML": ("common", "close", "<b>Fechar</b>", "there is no HTML"),
    "an entity": ("common", "close", "Fechar&nbsp;", "there is no HTML"),
    "a direction mark": ("common", "close", "Fechar\u202e", "invisible sign U+202E"),
    "a control": ("common", "close", "Fechar\x07", "invisible sign U+0007"),
    "no words": ("common", "close", " ", "is empty"),
    "far too long": ("common", "close", "a" * 200, "there is room for"),
    "two text messages": ("mails", "sms_date_missed", "{{maker}} {{link}} " + "a" * 90, "in one text message"),
    "a form of another language": ("mails", "push_message_few", "{{count}}", "has the plural forms one, other"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_wrong_text_is_named_with_its_line_and_stops_no_other_brand(brand: Path, name: str) -> None:
    file, key, text, words = TEXTS[name]
    change(brand, file, lambda texts: texts.update({key: text}))

    checked = check_sites(brand.parent)

    assert list(checked.sites) == ["pairwise"]
    [fault] = checked.faults[BRAND]
    path = brand / "languages" / LANGUAGE / f"{file}.json"
    assert fault.file == path
    assert f'"{key}"' in path.read_text().splitlines()[fault.line - 1]
    assert fault.text.startswith(f"{key}: ")
    assert words in fault.text


def test_a_missing_plural_form_is_named_even_in_a_partial_language(tmp_path: Path) -> None:
    brand = write_brand(tmp_path, own_languages={LANGUAGE: "partial"})
    change(brand, "mails", lambda texts: texts.pop("push_message_one"))

    [fault] = check_sites(tmp_path).faults[BRAND]

    assert "push_message: has no plural form `one`" in fault.text


def test_missing_texts_are_refused_or_shown_in_english_as_the_brand_chose(brand: Path) -> None:
    change(brand, "common", lambda texts: texts.pop("close"))
    (brand / "languages" / LANGUAGE / "chat.json").unlink()
    (brand / "languages" / LANGUAGE / "staff.json").unlink()
    (brand / "pages" / LANGUAGE / "faq.md").unlink()

    found = check_sites(brand.parent).faults[BRAND]

    assert {fault.file.name for fault in found} == {"common.json", "site.yaml"}
    said = " ".join(fault.text for fault in found)
    assert "has no text for close" in said
    assert "languages/pt/chat.json, pages/pt/faq.md is missing" in said
    assert "staff" not in said  # the desks may be in English

    document = brand / "site.yaml"
    document.write_text(document.read_text().replace("pt: complete", "pt: partial"))
    checked = check_sites(brand.parent)
    assert checked.faults == {}
    [coverage] = checked.coverage[BRAND]
    assert coverage.texts < coverage.of
    assert coverage.english == ["chat", "common (1)", "staff", "pages/faq"]


# A file, its content, its line, and words that name the fault.
FILES: dict[str, tuple[str, bytes, int, str]] = {
    "no JSON": (COMMON, b'{"close": "a",\n"cancel" "b"}', 2, "is no JSON"),
    "a key given twice": (COMMON, b'{"close": "a",\n"close": "b"}', 2, "given twice"),
    "no texts": (COMMON, b'{"close": {"deep": "a"}}', 1, "a text for each key"),
    "a list": (COMMON, b'["close"]', 1, "a text for each key"),
    "too deep": (COMMON, b"[" * 90_000, 1, "nested too deeply"),
    "huge": (COMMON, b'{"close": "' + b"a" * 100_000 + b'"}', 1, "at most 96 KiB"),
    "not UTF-8": (COMMON, b'{\n"close": "\xff"}', 2, "is not UTF-8"),
    "an unknown file": ("languages/pt/jobs.json", b"{}", 1, "is no file of texts"),
    "another ending": ("languages/pt/common.yaml", b"a: b", 1, "is no file of texts"),
    "a language of the product": ("languages/de/common.json", b"{}", 1, "is in no language of own_languages"),
    "phrases besides": ("mails/pt.yaml", b"match_text: a", 1, "languages/pt/mails.json"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_wrong_file_is_named(brand: Path, name: str) -> None:
    file, content, line, words = FILES[name]
    write(brand / file, content)

    found = [fault for fault in check_sites(brand.parent).faults[BRAND] if fault.file == brand / file]

    assert (found[0].line, words in found[0].text) == (line, True)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("own_languages", {"de": "complete"}, "the product has de itself"),
        ("own_languages", {"ar": "complete"}, "must be the code of a language"),
        ("own_languages", {"xx": "complete"}, "must be the code of a language"),
        ("own_languages", {}, "has no texts in pt"),
        ("own_languages", {"pt": "complete", "cs": "partial"}, "cs must be one of locales"),
        ("own_languages", {"pt": "none"}, "'complete' or 'partial'"),
        ("locales", ["pt", "pt-BR"], "must be the code of a language"),
    ],
)
def test_a_wrong_document_is_named(tmp_path: Path, field: str, value: object, words: str) -> None:
    write_brand(tmp_path, **{field: value})

    assert any(words in fault.text for fault in check_sites(tmp_path).faults[BRAND])


def test_two_brands_may_have_one_language_in_other_words(tmp_path: Path) -> None:
    write_brand(tmp_path)
    sites = SiteDirectory(tmp_path)
    site = sites.get(BRAND)

    assert site.texts("errors")[LANGUAGE]["internal"].startswith("«")
    assert site.icebreakers[0].words[LANGUAGE].startswith("«")
    assert site.prompts[0].words_in(LANGUAGE, LANGUAGE).startswith("«")
    assert sites.own_texts("another", "errors") == {}
    content, media_type = site_file(site.brand, f"languages/{LANGUAGE}.json") or (b"", "")
    assert media_type == "application/json"
    assert json.loads(content)["common"]["close"] == marked("Close")
    assert "mails" not in json.loads(content)


def test_languages_with_other_letters_or_directions_cannot_be_added() -> None:
    asked = ("pt", "cs", "ar", "he", "el", "bg", "nl", "no", "root", "pt_BR")
    assert [each for each in asked if can_be_added(each)] == ["pt", "cs"]
    assert language_name("cs") == "Čeština"
    assert language_name("nl") == LANGUAGE_NAMES["nl"]
    assert needed_forms("cs") == ("one", "few", "other")


def test_a_configmap_has_the_same_language(brand: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    flat = tmp_path_factory.mktemp("configmap")
    for path in (path for path in brand.rglob("*") if path.is_file()):
        name = str(path.relative_to(brand)).replace("/", "__")
        (flat / (f"{BRAND}.yaml" if name == "site.yaml" else f"{BRAND}__{name}")).write_bytes(path.read_bytes())

    assert check_sites(flat).faults == {}
    assert SiteDirectory(flat).get(BRAND).texts("common") == SiteDirectory(brand.parent).get(BRAND).texts("common")
