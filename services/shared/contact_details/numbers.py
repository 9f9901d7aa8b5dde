"""Telephone numbers in a text, in digits or spelled."""

import re
from itertools import pairwise

from shared.contact_details.plain import plain
from shared.contact_details.words import words_of

# Nine digits and more, with the marks that people put between them; dates and prices have fewer. Eight are a number as
# Danes and Norwegians write theirs.
NUMBER = re.compile(
    r"(?<![\w.,])(?:(?:\+|00)?\d(?:[ ().\-/_*·–]{0,2}\d){8,14}|\d\d(?: \d\d){3}|\d{3} \d\d \d{3})(?![\w]|[.,]\d)"
)
DATE = re.compile(
    r"(?<!\d)(?:\d{1,2}([.\-/])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d([.\-/])\d{1,2}\2\d{1,2})(?!\d)"
    # With a year of two digits, unless more digits follow, as in a telephone number.
    r"|(?<![\d.\-/+])\d{1,2}([.\-/])\d{1,2}\3\d\d(?![\d]|[.\-/]\d)"
)
# From one time of the day to another.
HOURS = re.compile(r"(?<![\d.])\d{1,2}[.:h][0-5]\d ?[-–] ?\d{1,2}[.:h][0-5]\d(?!\d|\.\d)")
CURRENCY_BEFORE = re.compile(r"(?:[€$£]|\b(?:eur|usd|gbp|chf|pln|kr))\.? ?$", re.IGNORECASE)
CURRENCY_AFTER = re.compile(
    r" ?(?:[€$£]|(?:eur|usd|gbp|chf|pln|zł|kr|sek|nok|dkk)\b|euro|dollar|pound|kron|zlot|złot|frank|franc)",
    re.IGNORECASE,
)
GROUP = re.compile(r"\d+")
YEAR = re.compile(r"(?:19|20)\d\d")
LONGEST_STEP = 5
WORD = re.compile(r"\w+")
DIGITS_IN_WORDS = 7


def holds_number(text: str) -> bool:
    """Whether the text has a telephone number; dates, years, prices, hours and lists of ages are none."""
    without_dates = HOURS.sub(" ", DATE.sub(" ", text))
    return any(not _is_something_else(found, without_dates) for found in NUMBER.finditer(without_dates)) or _is_spelled(
        plain(text)
    )


def _is_something_else(found: re.Match[str], text: str) -> bool:
    if found[0].startswith("+"):
        return False
    groups = GROUP.findall(found[0])
    if len(groups) > 1 and all(YEAR.fullmatch(group) for group in groups):
        return True
    if len(groups) > 2 and not groups[0].startswith("0") and {*groups[1:]} == {"000"}:
        return True  # a round number of millions
    if _counts_up([int(group) for group in groups]) and max(map(len, groups)) <= 2 and groups[0] != "00":
        return True
    return bool(CURRENCY_BEFORE.search(text[: found.start()]) or CURRENCY_AFTER.match(text, found.end()))


def _counts_up(numbers: list[int]) -> bool:
    """Whether they are a list such as ages or sizes: each larger than the last by the same small step."""
    steps = {later - earlier for earlier, later in pairwise(numbers)}
    return len(steps) == 1 and 1 <= steps.pop() <= LONGEST_STEP


def _is_spelled(text: str) -> bool:
    """Whether it has a telephone number digit by digit, some or all of them in words."""
    digits, run, spelled = words_of("digits"), 0, 0
    for word in WORD.findall(text):
        is_spelled = word in digits
        run, spelled = (run + 1, spelled + is_spelled) if is_spelled or word.isdigit() else (0, 0)
        if run >= DIGITS_IN_WORDS and spelled >= run // 2:
            return True
    return False
