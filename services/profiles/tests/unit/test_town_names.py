import pytest
from shared.gazetteer import alternate_names, post_codes, towns

from profiles.domain.town_names import TownNames, typing_errors

NAMES = TownNames(towns(), alternate_names(), post_codes())

WHOLE = {
    "NL": {"utrecht": "Utrecht", "The Hague": "Den Haag", "den bosch": "'s-Hertogenbosch", "1012 AB": "Amsterdam"},
    "PL": {"Warsaw": "Warszawa", "Cracow": "Kraków", "Krakau": "Kraków", "lodz": "Łódź", "00-001": "Warszawa"},
    "DE": {
        "Munich": "München",
        "muenchen": "München",
        "KOLN": "Köln",
        "80331": "München",
        "Köln, NRW": "Köln",
        "Frankfurt a.M.": "Frankfurt am Main",
    },
    "AT": {"St Poelten": "Sankt Pölten", "Sankt Pölten (NÖ)": "Sankt Pölten"},
    "FR": {"Ste-Foy-lès-Lyon": "Sainte-Foy-lès-Lyon", "St Etienne": "Saint-Étienne", "99999 Lyon": "Lyon"},
    "DK": {"Copenhagen": "København", "Kobenhavn": "København", "ålborg": "Aalborg"},
    "SE": {"Gothenburg": "Göteborg", "goeteborg": "Göteborg"},
    "NO": {"Tromso": "Tromsø", "tromsoe": "Tromsø"},
    "FI": {"Helsingfors": "Helsinki"},
    "CH": {"st. gallen": "Sankt Gallen", "Genf": "Genève"},
    "IT": {"Mailand": "Milano"},
    "GB": {"Londra": "London", "SW1A 1AA": "London", "S1 2HE": "Sheffield"},
    "IE": {"Baile Átha Cliath": "Dublin", "DUBLIN 4": "Dublin"},
}
BEGINNINGS = [
    ("utr", "NL", "Utrecht"),
    ("Köl", "DE", "Köln"),
    ("s-herto", "NL", "'s-Hertogenbosch"),
]
ERRORS = [("Warszwa", "PL", "Warszawa"), ("amstredam", "NL", "Amsterdam"), ("Gdnask", "PL", "Gdańsk")]


@pytest.mark.parametrize(("country", "typed"), [(country, typed) for country in WHOLE for typed in WHOLE[country]])
def test_a_whole_name_or_post_code_is_one_town(country: str, typed: str) -> None:
    found = NAMES.find(typed, country)

    assert found.exact is not None
    assert found.towns[0].name == found.exact.name == WHOLE[country][typed]
    assert not found.is_near


@pytest.mark.parametrize(("typed", "country", "expected"), BEGINNINGS)
def test_a_beginning_is_a_list(typed: str, country: str, expected: str) -> None:
    found = NAMES.find(typed, country)

    assert (found.towns[0].name, found.exact, found.is_near) == (expected, None, False)


@pytest.mark.parametrize(("typed", "country", "expected"), ERRORS)
def test_small_typing_errors_find_near_names_and_choose_none(typed: str, country: str, expected: str) -> None:
    found = NAMES.find(typed, country)

    assert (found.towns[0].name, found.exact, found.is_near) == (expected, None, True)


def test_a_name_of_several_towns_is_chosen_by_the_visitor() -> None:
    names = [town.name for town in towns() if town.country == "DE"]
    shared = next(name for name in names if names.count(name) > 1)

    assert NAMES.find(shared, "DE").exact is None


@pytest.mark.parametrize("typed", ["qqqqqq", "xy", "D02 X285", "", " ", ",", "-", "٣", "İ" * 80])
def test_what_is_no_town_finds_none(typed: str) -> None:
    assert NAMES.find(typed, "IE").towns == []


def test_the_largest_come_first_and_eight_are_enough() -> None:
    found = NAMES.find("s", "DE").towns

    assert len(found) == 8
    assert [town.population for town in found] == sorted((town.population for town in found), reverse=True)
    assert NAMES.find("utr", "XX").towns == []


@pytest.mark.parametrize(
    ("typed", "name", "errors"), [("abc", "abc", 0), ("acb", "abc", 1), ("ab", "abc", 1), ("xbcd", "abc", 2)]
)
def test_typing_errors_are_letters_added_left_out_changed_or_exchanged(typed: str, name: str, errors: int) -> None:
    assert typing_errors(typed, name) == errors
