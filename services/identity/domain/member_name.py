"""Names of members, and the names that are refused.

A name is sent in mails to addresses that are not confirmed yet, and shown beside messages. So it must contain no
contact (address, telephone number, link), must not look like staff or the site, must not insult, and must not cover the
line above it with stacked marks. docs/decisions/0017-names-and-texts.md has the reasons and the limits of these rules.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby, pairwise

from babel import Locale
from shared.contact_details import LATIN_LETTER, latin_shape
from shared.kit.core import BLANKS

from identity.domain.insults import CONTAINED_INSULTS, INSULTS
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

NAME_LONGEST = 40
# Vietnamese needs two marks on a letter once it is decomposed; pointed Hebrew and Arabic do, too.
MARKS_ON_A_LETTER = 2
PHONE_DIGITS = 7
# A brand this short is compared as a whole word only: inside other names it is a syllable.
BRAND_CONTAINED = 6
# Zero width, but part of how some names and emoji are written.
JOINERS = "\u200c\u200d"

_GENERIC = """
    app asia bet biz blog buzz cam casino cash cat cc chat click cloud club com company dating dev email eu fit
    fun fyi gay gg global group icu info ink international jobs life link live lol love ltd men me mobi money
    name net network news one online onion org page photo photos pics pro pub rip rocks sale sex sexy shop site
    social space store stream su surf tech tel today top tube tv uk uno vip video wang web webcam website wiki
    win world wtf xn xxx xyz zone porn adult
"""
GENERIC_DOMAINS = frozenset(_GENERIC.split())
COUNTRY_DOMAINS = frozenset(
    str(code).lower() for code in Locale("en").territories if re.fullmatch("[A-Z]{2}", str(code))
)
# Endings of other scripts, whose letters are single characters; mailboxes link these names, too.
_SCRIPTS = """
    рф рус москва сайт онлайн дети орг ком бг бел мкд мон срб укр қаз ею ελ ευ հայ გე 中国 中國 香港 台湾 台灣 澳门 澳門
    新加坡 公司 网络 网址 网店 在线 中文网 みんな コム ストア 한국 닷컴 닷넷 ไทย คอม ישראל קום السعودية امارات مصر ایران
    الاردن عمان المغرب قطر فلسطين سورية تونس پاکستان الجزائر عراق موقع شبكة كوم
"""
SCRIPT_DOMAINS = frozenset(_SCRIPTS.split())
# If the dot is spelled out or spaced, only unambiguous endings count: "Ann. Me too" is a name.
PLAIN_DOMAINS = "com|net|org|info|biz|xyz|online|site|shop|club|app|dating|porn|xxx"
DOMAIN = re.compile(r"[^\W_][\w-]*[^\W_]\.(xn--[\w-]+|[^\W\d_]{2,24})(?![\w-])", re.IGNORECASE)
SPELLED_DOMAIN = re.compile(
    rf"\w\s*(?:\s\.|\.\s|[\[({{<]\s*(?:dot|\.)\s*[\])}}>]|\sdot\s|,(?=\w))\s*(?:{PLAIN_DOMAINS})(?![\w-])",
    re.IGNORECASE,
)
LINK = re.compile(r"://|:\\\\|\bwww\d?\b|\bhttps?\b|[^\W_]/[^\W_]+/|\bt\.me\b", re.IGNORECASE)
# Dots that NFKC does not fold: the ideographic full stop, the target of its half-width form, raised and small dots.
DOTS = str.maketrans({"。": ".", "·": ".", "‧": ".", "∙": ".", "•": ".", "․": "."})

# Digits and signs typed instead of letters. `l` and `i` become one letter, because `1`, `I` and `|` replace either.
LETTERS_OF_DIGITS = str.maketrans("0134578l", "oieastbi")
LETTERS_OF_SIGNS = str.maketrans("!|$€@", "iisea")


def checked_name(text: str, email: str, brands: Iterable[str] = ()) -> str:
    """The name as it is stored: NFC, one line, without invisible and direction-changing characters.

    `brands` are the names of the site and its company. Raises NameRequired, NameIsEmail, NameStartsWithAt,
    NameIsContact, NameTooShort, NameReserved or NameIsInsult.
    """
    name = one_line(unicodedata.normalize("NFC", text))
    plain = _plain(name)
    if plain.casefold() == email.casefold():
        raise NameIsEmail(field="name")
    if plain.startswith("@"):
        raise NameStartsWithAt(field="name")
    if "@" in plain or _digits(plain) or _is_link(plain):
        raise NameIsContact(field="name")
    seen = [letter for letter in name if is_seen(letter)]
    if not seen or len(name) > NAME_LONGEST or _has_stacked_marks(name):
        raise NameRequired(field="name", max_length=NAME_LONGEST)
    # One letter is a name only where letters have no case, as in Chinese.
    if len(seen) == 1 and unicodedata.category(seen[0]) in ("Lu", "Ll"):
        raise NameTooShort(field="name")
    if is_reserved(name, brands):
        raise NameReserved(field="name")
    if is_insult(name):
        raise NameIsInsult(field="name")
    return name


def one_line(text: str) -> str:
    """The text without line breaks, control characters, and characters that are invisible or change the direction."""
    words = "".join(" " if letter.isspace() else letter for letter in text)
    kept = (letter for letter in words if letter in JOINERS or not _is_invisible(letter))
    return " ".join("".join(kept).split())


def is_seen(letter: str) -> bool:
    """Whether it is a letter or a symbol: digits and punctuation alone make no name."""
    category = unicodedata.category(letter)
    return category[0] == "L" or category == "So"


def is_reserved(name: str, brands: Iterable[str] = ()) -> bool:
    """Whether the name looks like staff or the site, in any spelling.

    Words are compared as skeletons (see `skeleton`). A word in `RESERVED` counts where it stands alone, spaced out or
    not; one in `CONTAINED` also inside longer words.
    """
    forms, whole = _spellings(name)
    for brand in {skeleton(re.sub(r"[\W_]+", "", brand)) for brand in brands} - {""}:
        if brand in forms or (len(brand) >= BRAND_CONTAINED and any(brand in form for form in whole)):
            return True
        forms |= {form.replace(brand, "", 1) for form in whole if brand in form}
    return bool(forms & RESERVED_SKELETONS) or any(part in form for form in whole for part in CONTAINED_SKELETONS)


def is_insult(name: str) -> bool:
    """Whether the name has an insult in any spelling, compared like the words of `is_reserved`."""
    forms, whole = _spellings(name)
    return bool(forms & INSULT_SKELETONS) or any(part in form for form in whole for part in INSULT_PARTS)


def skeleton(word: str) -> str:
    """Letters by their shape: no marks, case or width, lookalikes of other scripts as Latin, digits as letters."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", word).casefold())
    return "".join(latin_shape(letter) for letter in folded if letter.isalnum()).translate(LETTERS_OF_DIGITS)


def _spellings(name: str) -> tuple[set[str], set[str]]:
    """Skeletons of the words of a name and of the whole name, and those of the whole name alone."""
    spellings = [_words(name, signs_are_letters=False), _words(name, signs_are_letters=True)]
    whole = {form for words in spellings for form in _forms("".join(words))}
    parts = {form for words in spellings for word in (*words, *_spelled_out(words)) for form in _forms(word)}
    return whole | parts, whole


def _forms(word: str) -> set[str]:
    """With digits as letters (`adm1n`), and without them (`admin24`)."""
    return {skeleton(word), skeleton("".join(letter for letter in word if not letter.isdigit()))} - {""}


def _words(name: str, *, signs_are_letters: bool) -> list[str]:
    """The words of a name. Marks and joiners do not separate words; the second capital of `CustomerService` does.

    A sign that can replace a letter (`$taff`, but also `Staff!`) is read as one if `signs_are_letters`.
    """
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name))
    bare = "".join(_letter_of_picture(letter) for letter in bare if unicodedata.category(letter)[0] not in "MC")
    if signs_are_letters:
        bare = bare.translate(LETTERS_OF_SIGNS)
    parted = re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", " ", bare)
    return [word for word in re.split(r"[\W_]+", parted) if word]


def _spelled_out(words: list[str]) -> Iterator[str]:
    """Runs of single letters as the word they spell (`a d m i n`), and neighbours as one (`ad min`)."""
    for alone, run in groupby(words, key=lambda word: len(word) == 1):
        if alone:
            yield "".join(run)
    for first, second in pairwise(words):
        yield first + second


def _letter_of_picture(sign: str) -> str:
    """The letter that a symbol shows, such as NEGATIVE SQUARED LATIN CAPITAL LETTER A."""
    found = LATIN_LETTER.search(unicodedata.name(sign, "")) if unicodedata.category(sign) == "So" else None
    return found[1] if found else sign


def _plain(name: str) -> str:
    """The name in compatibility form (NFKC) without joiners, as software that looks for addresses reads it."""
    folded = unicodedata.normalize("NFKC", name).translate(DOTS)
    return "".join(letter for letter in folded if letter not in JOINERS)


def _digits(plain: str) -> bool:
    """Whether it has as many digits as a telephone number, except a single date (`Anna12041995`)."""
    digits = "".join(str(unicodedata.digit(letter)) for letter in plain if unicodedata.digit(letter, None) is not None)
    return len(digits) >= PHONE_DIGITS and not (digits in plain and _is_date(digits))


def _is_date(digits: str) -> bool:
    if len(digits) != len("31121999"):
        return False
    for day, month, year in (
        (digits[:2], digits[2:4], digits[4:]),
        (digits[2:4], digits[:2], digits[4:]),
        (digits[6:], digits[4:6], digits[:4]),
    ):
        try:
            if 1900 <= date(int(year), int(month), int(day)).year <= 2100:
                return True
        except ValueError:
            continue
    return False


def _is_link(plain: str) -> bool:
    if LINK.search(plain) or SPELLED_DOMAIN.search(plain):
        return True
    endings = (found.lower() for found in DOMAIN.findall(plain))
    known = GENERIC_DOMAINS | COUNTRY_DOMAINS | SCRIPT_DOMAINS
    return any(ending in known or ending.startswith("xn--") for ending in endings)


def _skeletons(*words: str) -> frozenset[str]:
    return frozenset(skeleton(re.sub(r"[\W_]+", "", word)) for word in words)


def _has_stacked_marks(name: str) -> bool:
    marks = 0
    for letter in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(letter) in {"Mn", "Me"} else 0
        if marks > MARKS_ON_A_LETTER:
            return True
    return False


def _is_invisible(letter: str) -> bool:
    return letter in BLANKS or unicodedata.category(letter).startswith("C")


RESERVED_SKELETONS, CONTAINED_SKELETONS = _skeletons(*RESERVED, *CONTAINED), _skeletons(*CONTAINED)
INSULT_SKELETONS, INSULT_PARTS = _skeletons(*INSULTS, *CONTAINED_INSULTS), _skeletons(*CONTAINED_INSULTS)
