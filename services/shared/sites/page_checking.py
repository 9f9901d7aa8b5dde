"""Faults of a site's own legal pages: what the web app would not draw, and facts that it does not know.

`webapp/src/features/legal/model/markdown.ts` reads them, `webapp/src/app/routes/legal.tsx` has the facts.
"""

import re
from collections.abc import Iterator
from datetime import date

PAGES = ("ban", "cookies", "faq", "imprint", "privacy", "ranking", "return-policy", "service", "terms")
FACTS = frozenset(
    {
        "site", "min_age", "free_messages", "message_credits", "refund_days", "support_email", "contact_email",
        "contact_languages", "fit_weights", "fit_window", "fit_interests", "fit_distance", "fit_age", "translation",
        "calls", "company.name", "company.country", "company.details",
    }
)  # fmt: skip
COUNTED = re.compile(r"{{(\w+), plural, (?:\w+ {[^{}]*} ?)+}}")
FACT = re.compile(r"{{([\w.]+)}}")
# Lines that would be shown as they are written, and what they are meant to be.
NOT_DRAWN = (
    (re.compile(r"</?[a-zA-Z!]"), "HTML is shown as text; leave it out"),
    (re.compile(r"^#{3,}"), "headings are # and ## alone"),
    (re.compile(r"^\s*(\d+\.|[*+]) "), "a list has lines that begin with `- `"),
    (re.compile(r"!\["), "pictures are not drawn"),
    (re.compile(r"^(```|\||>)"), "code, tables and quotations are not drawn"),
    (re.compile(r"\]\((?!/[^)\s]*\))"), "a link leads to a page of the site, such as /pages/terms"),
)

# At the end of a heading: its section is shown where the site has this.
CONDITION = re.compile(r"(?<=^## )(.*) {{if fictional_profiles}}$")

Faults = Iterator[tuple[int, str]]


def page_faults(text: str) -> Faults:
    """Pairs of a line and what is wrong there."""
    lines = text.splitlines()
    if not any(line.startswith("# ") for line in lines[:4]):
        yield 1, "begins with a title: `# ` and its words, after a line `Updated: <date>` if there is one"
    for number, line in enumerate(lines, 1):
        line = CONDITION.sub(r"\1", line)
        for unknown in COUNTED.findall(line) + FACT.findall(line):
            if unknown not in FACTS:
                yield number, f"{{{{{unknown}}}}} is no fact of a site; there are {', '.join(sorted(FACTS))}"
        if "{{" in FACT.sub("", COUNTED.sub("", line)):
            yield number, "a fact is written {{site}}, and a count {{refund_days, plural, one {# day} other {# days}}}"
        for pattern, problem in NOT_DRAWN:
            if pattern.search(line):
                yield number, problem
        if line.startswith("Updated:") and not _is_day(line.removeprefix("Updated: ")):
            yield number, "the day is written as in `Updated: 2026-11-25`"


def _is_day(text: str) -> bool:
    try:
        return str(date.fromisoformat(text)) == text
    except ValueError:
        return False
