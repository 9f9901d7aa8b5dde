import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.kit.core import Refusal

from identity.domain.member_name import checked_name, skeleton
from identity.domain.reserved_names import CONTAINED, RESERVED
from identity.errors import (
    NameIsContact,
    NameIsEmail,
    NameIsInsult,
    NameRequired,
    NameReserved,
    NameStartsWithAt,
    NameTooShort,
)

EMAIL = "ann@example.org"
BRANDS = ("Pairwise", "Pairwise B.V.", "Iskra", "Iskra Sp. z o.o.")

# Given names and surnames as people write them, of the eleven languages and their neighbours.
GIVEN = """
    Zoë Ольга Đặng 김 Łukasz Søren Þór Åsa Ümit José María Hélène Jürgen Noëlle Chloé Siân Renée Jörg Strauß
    Käthe Małgorzata Agnieszka Żaneta Ástríður Bjørn Øyvind Ærø Håkon Kirsi Päivi Äänis Tuukka Giosuè Niccolò
    Íñigo Begoña Núria Ana François Gaëlle Œdipe Lïnda Femke Sjoerd Xander Minister Max Bo Jo Li Ad Al Modesta
    Amin Adma Staffan Offenbach Ольга Елена Ελένη محمد שרה नेहा สมชาย 李小龍 さくら 민준 Nguyễn Ánh Ngọc Rooted
    Supporter Sekurina Heldine Tessa Systema Hilfrich Dick Fanny Marica Putte Conny Sukanya Assia
"""
SURNAMES = """
    O'Brien O’Neill d'Arc van-Dijk Müller-Lüdenscheidt García Peña Kowalska Wiśniewski Ångström Løkke
    Jäätteenmäki Đorđević Şahin Root Minnaar Nelson Sørensen Béziers L'Écuyer dell'Orto Nowak 김 王 Papadopoulos
    Þórsdóttir St.-Pierre Depp Dikshit Scunthorpe
"""
ORNAMENTS = (
    "",
    "",
    "",
    " 35",
    "_1990",
    " 🌹",
    " ❤️",
    " 🇳🇱",
    "!",
    " :)",
    " 👩‍🚀",
    "12041995",
    " (NL)",
    ", Utrecht",
    " & Bo",
)

person = st.builds(
    lambda first, middle, last, ornament: " ".join(part for part in (first, middle, last) if part) + ornament,
    st.sampled_from(GIVEN.split()),
    st.sampled_from(["", "", "J.", "M.C.", "de", "von"]),
    st.sampled_from(["", *SURNAMES.split()]),
    st.sampled_from(ORNAMENTS),
).filter(lambda name: len(name) <= 40)


@given(person)
def test_names_of_people_are_taken_as_they_are(name: str) -> None:
    assert checked_name(name, EMAIL, BRANDS) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "name",
    [
        "Zoë", "Ольга", "O'Brien", "José-María", "Đặng", "김", "Jean-Luc", "J.R. Smith", "St. John", "Badminton Bob",
        "Supporter Joe", "Joe Root", "Nguyễn Thị Ánh", "נִיקוּד", "Dr. Who", "Ann. Me too", "Jan de Vries", "J. de Wit",
        "🌹", "Ann/Bo", "x_Ann_x", "Hot.Ann", "Ann 12-04-95", "نیم\u200cفاصله", "Iskrawska", "Ann,Amsterdam",
        "Анна.Мария",
    ],
)  # fmt: skip
def test_names_that_are_near_the_rules_are_taken(name: str) -> None:
    assert checked_name(name, EMAIL, BRANDS) == name


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("Ann@Example.org", NameIsEmail),
        ("ａｎｎ＠example.org", NameIsEmail),
        ("@ann", NameStartsWithAt),
        ("＠ann", NameStartsWithAt),
        ("﹫ann", NameStartsWithAt),
        ("bo@example.org", NameIsContact),
        ("Ann＠home", NameIsContact),
        ("call 0612345678", NameIsContact),
        ("+31 6 12 34 56 78", NameIsContact),
        ("Ann +31 6 12 34 56 78", NameIsContact),
        ("Ann ٠٦١٢٣٤٥٦٧٨", NameIsContact),
        ("Ann ０６１２３４５６７８", NameIsContact),
        ("Ann ①②③④⑤⑥⑦", NameIsContact),
        ("0 6 1 2 Ann 3 4 5", NameIsContact),
        ("Ann 555-1234", NameIsContact),
        ("www.example.com", NameIsContact),
        ("Ann example.com", NameIsContact),
        ("Buy at example。com", NameIsContact),
        ("example .com", NameIsContact),
        ("example dot com", NameIsContact),
        ("example(dot)com", NameIsContact),
        ("example[.]com", NameIsContact),
        ("example，com", NameIsContact),
        ("ann.de", NameIsContact),
        ("пример.рф", NameIsContact),
        ("example。中国", NameIsContact),
        ("Visit пример.МОСКВА", NameIsContact),
        ("ann.xn--p1ai", NameIsContact),
        ("my-site.xyz", NameIsContact),
        ("bit.ly/x", NameIsContact),
        ("https://x", NameIsContact),
        ("visit exаmple.com", NameIsContact),
        ("Z̸̢̛͔͕͝algo", NameRequired),
        ("123", NameRequired),
        ("?!", NameRequired),
        ("\u3164", NameRequired),
        ("\u2800\u2800", NameRequired),
        ("", NameRequired),
        ("x" * 41, NameRequired),
        ("admin", NameReserved),
        ("ADMIN", NameReserved),
        ("admin24", NameReserved),
        ("adm1n", NameReserved),
        ("@dmin", NameStartsWithAt),
        ("4dm!n", NameReserved),
        ("a.d.m.i.n", NameReserved),
        ("a d m i n", NameReserved),
        ("ad min", NameReserved),
        ("a\u200dd\u200dm\u200di\u200dn", NameReserved),
        ("Аdmіn", NameReserved),
        ("ⓐⓓⓜⓘⓝ", NameReserved),
        ("ａｄｍｉｎ", NameReserved),
        ("𝓪𝓭𝓶𝓲𝓷", NameReserved),
        ("🅰🅳🅼🅸🅽", NameReserved),
        ("ádmïn", NameReserved),
        ("Customer Service", NameReserved),
        ("CustomerService", NameReserved),
        ("customer_service", NameReserved),
        ("Cust0mer S3rvice", NameReserved),
        ("$upport", NameReserved),
        ("Support!", NameReserved),
        ("Ann from Support", NameReserved),
        ("Pairwise", NameReserved),
        ("Раirwise", NameReserved),
        ("P a i r w i s e Team", NameReserved),
        ("Ann Pairwise24", NameReserved),
        ("İskra", NameReserved),
        ("Iskra Support", NameReserved),
        ("Obsługa Klienta", NameReserved),
        ("Kundtjänst", NameReserved),
        ("Ylläpito", NameReserved),
        ("Modérateur", NameReserved),
        ("администратор", NameReserved),
    ],
)
def test_names_that_reach_somebody_or_pass_for_staff_are_refused(name: str, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        checked_name(name, EMAIL, BRANDS)


DISGUISES = {
    "capitals": str.upper,
    "wide": lambda word: "".join(chr(ord(letter) + 0xFEE0) if letter.isascii() else letter for letter in word),
    "spaced": " ".join,
    "dotted": ".".join,
    "underscores": "_".join,
    "accented": lambda word: "\u0301".join(word) + "\u0301",
    "digits": lambda word: word + "7",
    "joined": "\u200c".join,
}


@given(st.sampled_from([word for word in (*RESERVED, *CONTAINED) if len(word) <= 20]), st.sampled_from([*DISGUISES]))
def test_a_disguise_does_not_help(word: str, disguise: str) -> None:
    with pytest.raises(Refusal):
        checked_name(DISGUISES[disguise](word), EMAIL, BRANDS)


@given(st.text(max_size=60))
def test_any_text_is_refused_or_kept_as_one_stable_visible_line(text: str) -> None:
    try:
        name = checked_name(text, EMAIL, BRANDS)
    except Refusal:
        return
    assert checked_name(name, EMAIL, BRANDS) == name
    assert name == name.strip()
    assert len(name) <= 40
    assert not any(letter in "\r\n\u202a\u202e\u2066\u200b" for letter in name)


def test_skeletons_of_lookalikes_are_the_same() -> None:
    assert {skeleton(word) for word in ("Lodewijk", "lоdеwijk", "ＬＯＤＥＷＩＪＫ", "1odew1jk")} == {"iodewijk"}


@pytest.mark.parametrize("name", ["A", "a.", "Ø", "5 B"])
def test_a_letter_alone_is_no_name(name: str) -> None:
    with pytest.raises(NameTooShort):
        checked_name(name, EMAIL, BRANDS)


@pytest.mark.parametrize("name", ["Arschloch", "F u c k you", "8itch", "Kurwa1990", "røvhul", "Kusipää", "Puta Ann"])
def test_an_insult_is_no_name_in_any_spelling(name: str) -> None:
    with pytest.raises(NameIsInsult):
        checked_name(name, EMAIL, BRANDS)
