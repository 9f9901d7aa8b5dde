"""Every kind of mistake in a folder of documents is named with its file and line, and stops no other brand."""

from pathlib import Path

import pytest
from shared.sites.checking import check_sites
from shared.sites.directory import DOCUMENTS

# In the document `iskra`: a text of it, its replacement, the line of the fault, and words that name it.
MISTAKES = {
    "bad YAML": ("name: Iskra", "name: [Iskra", "hosts: [", "YAML"),  # where the bracket is missed
    "unknown key": ("hue: 262", "colr: 262", "colr: 262", "colr"),
    "misspelt key": ("niche: 2", "nich: 2", "nich: 2", "did you mean niche"),
    "wrong colour": ("hue: 262", "hue: 400", "hue: 400", "360"),
    "no colour": ("hue: 262", "hue: blue", "hue: blue", "integer"),
    "unknown language": ("locales: [pl, en, de]", "locales: [pl, en, xx]", "locales: [pl, en, xx]", "locales.2"),
    "language not offered": ("domain_language: pl", "domain_language: fi", "domain_language: fi", "one of locales"),
    "country not served": ("default_country: PL", "default_country: NL", "default_country: NL", "one of countries"),
    "missing company": ("company:\n  name: Iskra Sp. z o.o.\n", "company:\n", "company:", "company.name"),
    "bad host": ("iskra.localhost, iskra.example]", "Iskra_Example]", "hosts: [Iskra_Example]", "hosts.0"),
    "key given twice": ("niche: 2", "niche: 2\nniche: 3", "", "given twice"),
    "no price": ("{PLN: 3490, EUR: 799, GBP: 699}", "{PLN: 3490, EUR: 799}", "packages:", "GBP"),
    "unknown currency": ("default_currency: PLN", "default_currency: XXX", "default_currency: XXX", "XXX"),
    "unknown payment method": ("DE: [paypal", "DE: [payfriend", "payment_methods:", "payfriend"),
    "VAT of another kind": ("PL: 2300, DE", "PL: 230000, DE", "vat_rates:", "VAT"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in DOCUMENTS.glob("*.yaml"):
        (tmp_path / path.name).write_text(path.read_text())
    return tmp_path


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_with_its_line_and_stops_no_other_brand(name: str, folder: Path) -> None:
    before, after, at, words = MISTAKES[name]
    path = folder / "iskra.yaml"
    text = path.read_text()
    assert before in text
    path.write_text(changed := text.replace(before, after, 1))

    checked = check_sites(folder)

    assert list(checked.sites) == ["pairwise"]
    [fault] = checked.faults.pop("iskra")
    assert not checked.faults
    assert fault.file == path
    assert words in str(fault)
    assert changed.splitlines()[fault.line - 1].startswith(at)


def test_every_mistake_of_a_document_is_named(folder: Path) -> None:
    path = folder / "iskra.yaml"
    path.write_text(path.read_text().replace("hue: 262", "hue: 400").replace("niche: 2", "niche: 9"))

    assert len(check_sites(folder).faults["iskra"]) == 2


def test_a_host_belongs_to_one_brand(folder: Path) -> None:
    text = (folder / "pairwise.yaml").read_text()
    (folder / "second").mkdir()
    (folder / "second" / "site.yaml").write_text(text.replace("pool: 1", "pool: 3", 1))

    checked = check_sites(folder)

    assert list(checked.sites) == ["iskra", "pairwise"]
    faults = checked.faults["second"]
    assert {fault.line for fault in faults} == {2}
    assert any("pairwise.example is a host of pairwise" in str(fault) for fault in faults)
