import pytest
from shared.contact_details import ContactDetail, contact_details_in, names_address

HOSTS = {
    "plain": "evil.example",
    "an ideographic full stop": "evil。example",
    "a half-width one": "evil｡example",
    "a full-width full stop": "evil．example",
    "full-width letters": "ｅｖｉｌ．ｅｘａｍｐｌｅ",
    "Cyrillic": "пример.рф",
    "punycode": "xn--e1afmkfd.xn--p1ai",
    "a space of no width": "evil\u200b.example",
    "a soft hyphen": "evil\u00ad.example",
    "a variation selector": "evil\ufe0f.example",
    "a grapheme joiner": "evil.\u034fexample",
    "turned around": "\u202eelpmaxe.live\u202c",
    "a word joiner": "evil\u2060.example",
    "tags": "evil\U000e0061.example",
    "one dot leader": "evil\u2024example",
}


@pytest.mark.parametrize("host", HOSTS.values(), ids=HOSTS)
def test_a_host_is_found_in_every_disguise(host: str) -> None:
    assert names_address(f"Look at {host} today")


@pytest.mark.parametrize(
    "control", [*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)), "\u200e", "\u200f"]
)
def test_controls_of_direction_are_refused_in_the_words_of_marketers(control: str) -> None:
    assert names_address(f"Summer{control} sale")


@pytest.mark.parametrize(
    "text",
    [
        "Meet people near you. Sign up now.",
        "Żółć i gęś – razem!",
        "Family 👨‍👩‍👧 day",
        "Kos\u00adten\u00adlos",
        "3.5 km, 9.99 €",
    ],
)
def test_words_name_no_address(text: str) -> None:
    assert not names_address(text)


@pytest.mark.parametrize("dot", [".", "。", "｡", "．", "\u200b.", ".\ufe0f", "\u2060.", "\u202e."])
@pytest.mark.parametrize("host", ["evil{}com", "пример{}рф", "bücher{}com", "xn--e1afmkfd{}xn--p1ai"])
def test_a_host_in_a_message_is_a_link_with_every_dot(host: str, dot: str) -> None:
    assert contact_details_in(f"write me at {host.format(dot)}") == (ContactDetail.LINK,)
