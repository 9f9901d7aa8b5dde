"""Rules for the document of each site."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import ValidationError
from shared.sites import MESSAGE, PHOTO, VOICE, BillableItem, Purpose, Site, SiteDirectory, UnknownSite
from shared.sites.directory import DOCUMENTS


def a_document(**changes: Any) -> dict[str, Any]:
    return {**yaml.safe_load((DOCUMENTS / "iskra.yaml").read_text("utf-8")), **changes}


def a_tile(**changes: Any) -> dict[str, Any]:
    words = {"pl": "Reklama", "en": "An advertisement", "de": "Werbung"}
    return {"id": "ad", "url": "https://ads.example/", "title": words, "text": words, **changes}


def test_the_two_examples_differ() -> None:
    one, other = (SiteDirectory().for_host(host) for host in ("localhost", "iskra.localhost"))

    fields = ("name", "default_country", "niche", "locales", "domain_language", "currency", "hue", "packages", "hero")
    for field in fields:
        assert getattr(one, field) != getattr(other, field), field


def test_an_unknown_host_is_refused() -> None:
    for host in ("evil.example", "iskra.localhost.evil.example", "", "[::2]:80"):
        with pytest.raises(UnknownSite):
            SiteDirectory().key_for(host)


def test_a_language_that_is_not_offered_becomes_the_sites_own() -> None:
    site = SiteDirectory().for_host("iskra.localhost")

    assert [site.offered(locale) for locale in ("de", "fi", "")] == ["de", "pl", "pl"]


@pytest.mark.parametrize("prefix", ["", "/photos", "/edge/photos-1"])
def test_the_prefix_of_photos_is_a_path_of_the_site(prefix: str) -> None:
    assert Site.model_validate(a_document(cdn_prefix=prefix)).cdn_prefix == prefix


@pytest.mark.parametrize(
    "changes",
    [
        {"default_country": "US"},
        {"domain_language": "fi"},
        {"countries": ["Poland"]},
        {"interests": []},
        {"interests": ["arson"]},
        {"interests": ["cats", "wine", "cats"]},
        {"niche": 8},
        {"hero": {"pl": {"title": "Rozmowy", "accent": "tutaj.", "text": "Napisz."}}},
        {"min_age": 17},
        {"refund_days": 3},
        {"hosts": ["https://iskra.example"]},
        {"logged_out_serach": True},
        {"cdn_prefix": "javascript:alert(1)"},
        {"cdn_prefix": "https://cdn.example"},
        {"cdn_prefix": "//cdn.example"},
        {"cdn_prefix": "/photos/"},
        {"cdn_prefix": "/../api"},
        {"cdn_prefix": "/" + "x" * 60},
        {"hue": 361},
        {"fictional_singular": {"pl": ""}},
        {"fictional_plural": {"xx": "profiles"}},
        {"fictional_singular": "x" * 41},
        {"gift_credits": 4},
        {"gifts": [{"id": "rose", "credits": 5}]},
        {"gifts": [{"id": "rose", "credits": 6}, {"id": "rose", "credits": 7}]},
        {"gifts": [{"id": "yacht", "credits": 60}]},
        {"icebreakers": [{"id": "hello", "credits": 1, "words": {"pl": "Cześć"}}]},
        {"icebreakers": [{"id": "hello", "credits": -1, "words": {"pl": "Cześć", "en": "Hi", "de": "Hallo"}}]},
        {"icebreaker_credits": -1},
        {"default_currency": "JPY"},
        {"currencies": {"DE": "ISK"}},
        {"currencies": {"DE": "DEM"}},
        {"resell_tiles": []},
        {"resell_tiles": [a_tile(url="http://ads.example/")]},
        {"resell_tiles": [a_tile(url="https://ads.example/#javascript:alert(1)")]},
        {"resell_tiles": [a_tile(url="https://user@ads.example/")]},
        {"resell_tiles": [a_tile(title={"en": "Only in English"})]},
    ],
    ids=lambda changes: str(changes)[:60],
)
def test_a_document_that_does_not_fit_is_refused(changes: dict[str, Any]) -> None:
    Site.model_validate(a_document())
    with pytest.raises(ValidationError):
        Site.model_validate(a_document(**changes))


def test_one_host_is_one_site(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(a_document()))

    with pytest.raises(ValueError, match=r"iskra\.localhost"):
        SiteDirectory(tmp_path)


def test_sites_share_members_only_when_their_documents_say_so(tmp_path: Path) -> None:
    for name, pool in (("one", 1), ("two", 1), ("three", 3)):
        document = a_document(hosts=[f"{name}.example"], pool=pool)
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(document))
    sites = SiteDirectory(tmp_path)

    assert sites.pool_of("one") == sites.pool_of("two") != sites.pool_of("three")
    assert SiteDirectory().pool_of("pairwise") != SiteDirectory().pool_of("iskra")


def test_links_name_the_sites_own_host() -> None:
    sites = SiteDirectory(public_url="http://localhost:8080/")

    assert sites.get("pairwise").base_url == "http://localhost:8080"
    assert sites.get("iskra").base_url == "http://iskra.localhost:8080"
    assert SiteDirectory(public_url="https://dating.example").get("iskra").base_url == "https://dating.example"


def test_a_site_knows_its_key_and_the_urls_of_its_pages() -> None:
    site = SiteDirectory(public_url="https://pairwise.example").for_host("pairwise.example:443")

    assert site.key == "pairwise"
    assert site.url("nl", "/credits") == "https://pairwise.example/credits"
    assert site.url("fr", "/credits") == "https://pairwise.example/fr/credits"
    assert site.model_copy(update={"hue": 1}).key == "pairwise"


def test_each_sites_origins_are_its_hosts_as_they_are_configured() -> None:
    origins = SiteDirectory().origins("https://pairwise.example")
    assert origins["iskra"] == {"https://iskra.localhost", "https://iskra.example"}
    assert "https://pairwise.example" in origins["pairwise"]

    assert SiteDirectory().origins("http://localhost:8080")["pairwise"] >= {
        "http://[::1]:8080",
        "http://localhost:8080",
    }


def test_a_site_has_its_own_label_of_fictional_profiles_by_language() -> None:
    site = Site.model_validate(a_document(fictional_singular={"pl": "Postać"}))
    assert [site.fictional_label(locale) for locale in ("pl", "en")] == ["Postać", None]

    older = Site.model_validate(a_document(fictional_singular="Fantasy profile"))
    assert [older.fictional_label(locale) for locale in ("pl", "en")] == ["Fantasy profile"] * 2


def test_the_least_a_message_costs_follows_from_the_packages() -> None:
    costs = SiteDirectory().get("iskra").minimum_message_costs

    assert (costs["PL"].costs.to_eng_string(), costs["PL"].currency) == ("3.00", "PLN")


def test_every_site_has_gifts_from_its_least_price_on_and_lines_in_all_its_languages() -> None:
    site = Site.model_validate({**a_document(gift_credits=9), "gifts": SiteDirectory().get("pairwise").gifts[:0]})
    assert site.gifts == []

    document = a_document(gift_credits=9)
    del document["gifts"]
    assert min(gift.credits for gift in Site.model_validate(document).gifts) == 9

    for _, each in SiteDirectory().items():
        assert all(gift.credits >= each.gift_credits >= 5 for gift in each.gifts)
        assert all(set(line.words) >= set(each.locales) for line in each.icebreakers)


def test_each_thing_has_its_price_and_what_is_not_sold_has_none() -> None:
    site = SiteDirectory().get("pairwise")

    assert [site.credits_for(item) for item in (MESSAGE, PHOTO, VOICE)] == [2, 4, 4]
    assert site.credits_for(BillableItem(Purpose.GIFT, "rose")) == 5
    assert site.credits_for(BillableItem(Purpose.ICEBREAKER, "song")) == site.icebreaker_credits
    assert site.credits_for(BillableItem(Purpose.GIFT, "yacht")) is None
    assert SiteDirectory().get("iskra").credits_for(BillableItem(Purpose.GIFT, "teddy")) is None


@pytest.mark.parametrize(("purpose", "item"), [(Purpose.GIFT, None), (Purpose.PHOTO, "rose"), (Purpose.MESSAGE, "x")])
def test_a_gift_is_a_certain_one_and_nothing_else_is(purpose: Purpose, item: str | None) -> None:
    with pytest.raises(ValueError, match="do not go together"):
        BillableItem(purpose, item)


def test_accounts_are_disclosed_only_where_a_document_says_so() -> None:
    document = a_document()
    del document["account_disclosure"]

    assert Site.model_validate(document).account_disclosure == "neutral"


@pytest.mark.parametrize("countries", [["PL"], [], ["PL", "DE", "XX"], ["PL", "de"]])
def test_text_messages_go_to_countries_there_are_and_wherever_direct_debit_is_offered(countries: list[str]) -> None:
    with pytest.raises(ValidationError, match="sms_countries"):
        Site.model_validate(a_document(sms_countries=countries))


def test_a_changed_document_is_read_without_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.sites.directory.LOOK_SECONDS", 0)
    for version, document in {"one": a_document(), "two": a_document(name="Iskra 2", hosts=["iskra.pl"])}.items():
        (tmp_path / version).mkdir()
        (tmp_path / version / "iskra.yaml").write_text(yaml.safe_dump(document))
    link = tmp_path / "current"
    link.symlink_to("one")
    sites = SiteDirectory(link)
    origins = sites.origins("https://iskra.example")

    put_in_force(link, "two")

    assert sites.for_host("iskra.pl").name == "Iskra 2"
    assert origins["iskra"] == {"https://iskra.pl"}
    with pytest.raises(UnknownSite):
        sites.key_for("iskra.example")


def test_a_broken_document_changes_nothing_in_a_process_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shared.sites.directory.LOOK_SECONDS", 0)
    path = tmp_path / "iskra.yaml"
    path.write_text(yaml.safe_dump(a_document()))
    sites = SiteDirectory(tmp_path)

    path.write_text(yaml.safe_dump(a_document(hue=400)))
    assert sites.get("iskra").hue == a_document()["hue"]

    path.write_text(yaml.safe_dump(a_document(hue=40)))
    assert sites.get("iskra").hue == 40


def put_in_force(link: Path, version: str) -> None:
    new = link.with_name("next")
    new.symlink_to(version)
    new.replace(link)


def test_a_rate_of_vat_counts_from_its_day() -> None:
    rates = {"PL": {"2026-01-01": 2300, "2027-01-01": 2200}, "DE": 1900}
    site = Site.model_validate(a_document(vat_rates=rates))

    days = date(2025, 12, 31), date(2026, 12, 31), date(2027, 1, 1)

    assert [site.vat_rate_in("PL", day) for day in days] == [0, 2300, 2200]
    assert {site.vat_rate_in("DE", day) for day in days} == {1900}
    with pytest.raises(ValidationError, match="2100 for 21"):
        Site.model_validate(a_document(vat_rates={"PL": {"2026-01-01": 210_000}}))
