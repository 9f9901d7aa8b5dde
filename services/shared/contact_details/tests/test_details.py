import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.contact_details import ContactDetail, contact_details_in

FOUND = {
    ContactDetail.PHONE: """
        Call me: 06 1234 56789
        +31 (0)6-12345678
        Ruf mich an 0151/23456789
        Appelle-moi au 06.12.34.56.78
        Llámame 612 345 678
        mój numer 601-234-567
        ring 31 12 45 89
        0 6 1 2 3 4 5 6 7 8
        ０６１２３４５６７８
        0612\u200b345\u200b678
        nul zes een twee drie vier vijf zes zeven acht
        null eins fünf eins zwei drei vier fünf
    """,
    ContactDetail.EMAIL: """
        write to ann@example.org
        Schreib mir: ann.k+x@web.de
        ann (at) gmail (dot) com
        ann [at] example.org
        ann.k at gmail dot com
        ann＠example．org
    """,
    ContactDetail.ACCOUNT: """
        @anna_k
        follow me @annalouise
        Insta: anna.98
        insta annalou_98
        Instagram = annalouise
        Telegram: @annalouise
        tg: ann_k
        Snapchat 👉 annalouise
        sc: annalou98
        WhatsApp name: annalouise
        My kik is on: kik: ann_k99
        Discord annak#1234 or discord annak_12
        Meine IG: annalouise, schreib mir
        Mon snap : annalou98
        Facebook: annalouise!
    """,
    ContactDetail.LINK: """
        https://example.org/me
        look at www.example.org
        my page: annalouise.com
        annalouise.nl
        t.me/anna
        wa.me/31612345678
        beacons.ai/anna
        example.co.uk
    """,
}
NOTHING = """
    I was born on 12-05-1987 and moved on 01.09.2014
    12-05-87 01-09-14 and 03-11-20
    1987, 1990, 1998 and 2004
    1990 1995 2000 2005
    2015/2016/2017
    I am 180 cm and 75 kg, 32 years old
    Ich bin 1,85 m groß und 32
    Je mesure 1,72 m, j'ai 45 ans
    Mam 178 cm wzrostu i 30 lat
    90-60-90
    It cost 1.250.000,00 euro
    1 000 000 000 stars
    € 100 200 300
    100 200 300 kr
    25 26 27 28 29 30
    42 195 metres
    at 7, or at 19:30
    von 18:00-20:30 und 21.15-22.45
    om 8 uur, op 3 mei
    @home on Fridays, @work the rest
    24/7 outdoors
    Instagram is not for me
    I like Instagram, TikTok and good books
    Instagram: never
    Insta: nee
    Kein WhatsApp, bitte
    Je n'ai pas Facebook
    Facebook and Instagram since 2010
    Follow your heart, not Instagram
    The first line: straight from my heart
    I work in .NET and node
    Ich mag Wandern.de Hond is ook welkom
    Muziek.nu graag
    e.g. hiking, i.e. walking
    J.R. Smith and St. Li
    Bus 12, train 345, flight 6789
    Psalm 23:1-6 und 24:7-10
    I have 2 kids (12 and 9) and 3 cats
    4x4, 50/50, 100%
    wake up at 6.30, run 10.5 km
    Tel Aviv, Mailand, Phone free evenings
    3 5 7 9 11 13 15 17 19
    Snap, crackle and pop
    Never give up. No drama.be kind
"""


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().split("\n")]


@pytest.mark.parametrize(("detail", "text"), [(detail, line) for detail, text in FOUND.items() for line in lines(text)])
def test_what_leads_away_is_found(detail: ContactDetail, text: str) -> None:
    assert detail in contact_details_in(text)


@pytest.mark.parametrize("text", lines(NOTHING))
def test_ordinary_words_are_left_alone(text: str) -> None:
    assert contact_details_in(text) == ()


def test_a_text_can_have_all_of_them_in_the_order_of_their_declaration() -> None:
    text = "www.example.org, insta: ann_98, ann@example.org, +31 6 12345678"
    assert contact_details_in(text) == tuple(ContactDetail)


WORDS = [
    "Ik hou van",
    "Ich mag",
    "J’aime",
    "Me gusta",
    "Mi piace",
    "Lubię",
    "Jag gillar",
    "Rakastan",
    "I like",
    "music",
]
HARMLESS = st.one_of(
    st.integers(18, 120).map(lambda age: f"{age} years"),
    st.integers(140, 210).map(lambda height: f"{height} cm"),
    st.integers(140, 210).map(lambda height: f"{height // 100},{height % 100:02} m"),
    st.integers(1900, 2099).map(str),
    st.tuples(st.integers(1900, 2050), st.integers(1, 49)).map(lambda years: f"{years[0]}–{sum(years)}"),
    st.dates().map(lambda day: f"{day.day}.{day.month}.2019"),
    st.tuples(st.integers(0, 23), st.integers(0, 59)).map(lambda at: f"{at[0]}:{at[1]:02}"),
    st.integers(0, 23).map(lambda hour: f"at {hour}"),
    st.integers(1, 9999).map(lambda price: f"€ {price},50"),
    st.integers(1, 9_999_999).map(lambda price: f"{price:,} kr".replace(",", " ")),
)
PHONES = st.tuples(
    st.sampled_from(["06 {} {} {} {}", "+49 151 {}{}{}{}", "(0)6-{}{}{}{}", "0{}.{}.{}.{}1", "0044 7{}{} {}{}1"]),
    st.lists(st.integers(10, 99), min_size=4, max_size=4),
).map(lambda made: made[0].format(*made[1]))


@given(st.lists(st.tuples(st.sampled_from(WORDS), HARMLESS), max_size=6))
def test_years_heights_prices_and_times_are_no_contact_details(said: list[tuple[str, str]]) -> None:
    assert contact_details_in(", ".join(f"{words} {number}" for words, number in said)) == ()


@given(PHONES, st.lists(st.tuples(st.sampled_from(WORDS), HARMLESS), max_size=4), st.sampled_from(WORDS))
def test_a_telephone_number_is_found_among_other_numbers(phone: str, said: list[tuple[str, str]], words: str) -> None:
    before = ", ".join(f"{words} {number}" for words, number in said)
    assert ContactDetail.PHONE in contact_details_in(f"{before}, {words}: {phone}, {before}")


@given(st.text(max_size=1000))
def test_any_text_is_answered(text: str) -> None:
    assert set(contact_details_in(text)) <= set(ContactDetail)
