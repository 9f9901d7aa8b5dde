import re
from collections.abc import Iterator
from enum import StrEnum

from shared.contact_details.numbers import holds_number
from shared.contact_details.plain import as_it_looks, plain
from shared.contact_details.words import words_of


class ContactDetail(StrEnum):
    PHONE = "phone"  # a telephone number
    EMAIL = "email"  # a mail address
    ACCOUNT = "account"  # a name at another service
    LINK = "link"  # an address of the web


# No unbounded repetition: texts may be long.
AT = r"\s?(?:@|[(\[{]\s?(?:at|aet|arroba|chiocciola|malpa|apenstaart\w*|snabel-?a|kissa|miukumauku)\s?[)\]}])\s?"
DOT = r"\s?(?:\.|[(\[{]\s?(?:dot|punkt|punt|point|punto|kropka|punktum|prikk|piste)\s?[)\]}])\s?"
EMAIL = re.compile(
    rf"[\w+.\-]{{1,64}}{AT}[\w\-]{{1,60}}{DOT}[a-z]{{2,24}}\b"
    # Said in words, at the large mailbox providers alone: "ann at gmail dot com" is no sentence about anything else.
    r"|[\w+.\-]{2,64}\s(?:at|@)\s(?:gmail|hotmail|outlook|yahoo|icloud|gmx|proton(?:mail)?|live)\b"
)
# Endings that are words of one of our languages ("de", "it", "no", "be", "at", "me") need a path behind them, because
# people leave out the space behind a full stop.
LINK = re.compile(
    r"\bhttps?://\S|\bwww\.[\w\-]|\b(?:wa|t|fb|m)\.me/\w|\bbit\.ly/\w"
    r"|(?<![\w@.])[^\W_][\w\-]{0,60}\.(?:[\w\-]{2,60}\.)?"
    r"(?:(?:com|net|org|info|biz|xyz|online|link|site|club|app|io|tv|nl|fr|pl|dk|uk|eu|ch|рф|укр|бел|xn--[a-z0-9\-]{2,59})\b(?![.\-]?\w)"
    r"|[^\W\d_]{2,6}/\w)"
)
# "@name", where it is a name: not "@home".
HANDLE = re.compile(r"(?<![\w.@])@([a-z0-9_][a-z0-9_.]{2,29})")
PLACES = words_of("places")
SERVICE = re.compile(
    r"\b(instagram|insta|ig|telegram|telegramm?i?|tg|snapchat|snap|sc|whats ?app|whatsap|wa|kik|signal|discord"
    r"|facebook|fb|messenger|skype|tik ?tok|viber|wechat|only ?fans|threema|twitter|linkedin|vk|icq|twitch|youtube)\b"
)
# Names that stand for a service only right before a colon or the like.
SHORT = frozenset({"ig", "tg", "sc", "wa", "fb", "vk", "signal", "snap"})
MARKED = re.compile(r"\s?(?:name|id|user|account|handle|nick)?\s?(?::|=|->|→|➡️?|👉|@)\s?@?")
NAME = re.compile(r"([a-z0-9_][a-z0-9_.\-]{2,29})(?![\w'’])")
ENDS = re.compile(r"\s*(?:$|[\n,;!?|/)\]]|\.(?:\s|$))")
# What people say of a service, after a colon, instead of their name there.
ANSWERS = words_of("answers")


def contact_details_in(text: str) -> tuple[ContactDetail, ...]:
    """Each at most once, in the order of their declaration; none for nearly every text.

    Naming a service is none, nor saying that one uses it or not: only a name there is.
    """
    looks = as_it_looks(text)
    words = plain(looks)
    without_mail = EMAIL.sub(" ", words)
    found = {
        ContactDetail.PHONE: holds_number(looks),
        ContactDetail.EMAIL: without_mail != words,
        ContactDetail.ACCOUNT: _holds_account(without_mail),
        ContactDetail.LINK: LINK.search(without_mail) is not None,
    }
    return tuple(detail for detail, is_there in found.items() if is_there)


def _holds_account(words: str) -> bool:
    return any(_is_handle(found[1]) for found in HANDLE.finditer(words)) or any(_names_behind_services(words))


def _is_handle(name: str) -> bool:
    name = name.rstrip(".")
    return len(name) >= 3 and not name.isdigit() and name not in PLACES


def _names_behind_services(words: str) -> Iterator[bool]:
    for service in SERVICE.finditer(words):
        mark = MARKED.match(words, service.end())
        if mark is None and service[1] in SHORT:
            continue
        at = mark.end() if mark else service.end()
        name = NAME.match(words, at if mark else _behind_space(words, at))
        if name is not None:
            yield _is_name(name[1].rstrip(".-"), is_marked=mark is not None, words=words, end=name.end())


def _behind_space(words: str, at: int) -> int:
    return at + 1 if words[at : at + 1] == " " else at


def _is_name(name: str, *, is_marked: bool, words: str, end: int) -> bool:
    """Whether a word behind the name of a service is a name there: it mixes letters with digits or underscores, or it
    stands alone behind a colon."""
    has_letter = any(sign.isalpha() for sign in name)
    if has_letter and len(name) >= 4 and ("_" in name or any(sign.isdigit() for sign in name)):
        return True
    return is_marked and len(name) >= 4 and has_letter and name not in ANSWERS and bool(ENDS.match(words, end))
