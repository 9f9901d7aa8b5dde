"""Write the yearly transparency report of the Digital Services Act in the EU's harmonised form.

The form is that of Implementing Regulation (EU) 2024/2835: eleven tables, one CSV file each, with headers and rows to
the letter, and so with the blanks at the end of some of them. The product counts
notices, restrictions at its own initiative, appeals and the use of rules. Orders of authorities and out-of-court
disputes reach the operator by other ways, and very large platforms alone fill in two tables: these have no figures.
Times are hours. `to` is the first day that does not count. With `--published`, the site's page of moderation in numbers
shows the figures of this report from now on. DATABASE_URL_PROFILES names the database, otherwise it is
that of the instance that runs from PAIRWISE_HOME.
"""

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from typing import Any

import psycopg
from importer.__main__ import address_of
from profiles.moderation.domain.moderation import Decision, Detection, Ground, Measure, Outcome
from psycopg.types.json import Jsonb
from shared.kit.core import read_date
from shared.sites import Site, SiteDirectory

from compliance.dsa_categories import (
    CATEGORIES,
    DESCRIPTIONS,
    OTHER,
    UNSPECIFIED_NOTICE,
    UNSPECIFIED_ORDER,
    category_of,
    category_of_notice,
)
from compliance.moderation_facts import VISIBILITY, Appeal, ModerationFacts, Period, ReceivedNotice, Restriction

ALL = "All"
FEWEST = 20  # cases of a median on the page
HOSTING = "Only for providers of hosting services, including online platforms"
PLATFORMS = "Only for providers of online platforms"
OTHER_TEXT = 'Description of the sub-category "Other"'
ORDERS = (
    "Number of orders to act against illegal content received",
    "Number of specific items of information included in the total number of orders to act against illegal content",
    "Median time to inform the authority of the receipt of the order to act against illegal content",
    "Median time to give effect to the order to act against illegal content",
    "Number of orders to provide information",
    "Median time to inform the authority of the receipt of the order to provide information",
    "Median time to give effect to the order to provide information",
)
TRUSTED = "(Trusted Flagger notices)"
NOTICES = (
    "Number of notices received ",
    "Number of notices received from Trusted flaggers",
    "Number of specific items of information included in the total number of notices",
    f"Number of specific items of information included in the total number of notices by Trusted Flaggers {TRUSTED}",
    "Median time to take action",
    f"Median time to take action {TRUSTED}",
    "Number of actions taken on the basis of the law",
    f"Number of actions taken on the basis of the law {TRUSTED}",
    "Number of actions taken on the basis of the terms and conditions of the service",
    f"Number of actions taken on the basis of the terms and conditions of the service {TRUSTED}",
)
REMOVAL, DISABLE = "Visibility restriction Removal", "Visibility restriction Disable"
SUSPENSION, TERMINATION = "Account restriction Suspension", "Account restriction Termination"
OWN_INITIATIVE = (
    "Number of measures taken at the provider's own initiative ",
    "Number of measures taken after detection with solely automated means ",
    REMOVAL,
    DISABLE,
    *(
        f"Visibility restriction {kind}"
        for kind in ("Demoted", "Age restricted", "Interaction restricted", "Labelled ")
    ),
    "Visibility restriction Other",
    *(f"Monetary restriction {kind}" for kind in ("Suspension", "Termination", "Other")),
    *(f"Provision of the service {kind}" for kind in ("Suspension", "Termination")),
    SUSPENSION,
    TERMINATION,
)
FACTS = ("Section", "Indicator", "Scope", "Value")
COMPLAINTS, DISPUTES = "Internal complaints mechanism", "Out-of-court dispute settlement bodies"
REPEATED, MEANS = "Suspensions imposed on repeated offenders", "Use of automated means for content moderation"
SUBMITTED = "Number of complaints submitted to the internal-complaints mechanism"
ABOUT_VISIBILITY = "Complaint regarding a decision to remove or disable access to or restrict visibility of information"
ABOUT_SERVICE = "Complaint regarding a decision to suspend or terminate the provision of the service"
ABOUT_ACCOUNTS = "Complaint regarding a decision to suspend or terminate an account "
NOT_COUNTED = (
    "Complaint regarding a decision to restrict the ability to monetise information",
    "Complaint regarding a decision not to take action on a notice submitted in accordance with Article 16",
    "Complaint regarding a decision not to take action on a notice submitted by a Trusted Flagger in accordance with"
    " Article 16",
)
ENDS = ("Total number", "Decisions upheld", "Decisions partially reversed", "Decisions reversed", "Median time")
QUALITATIVE = {
    "Summary of the content moderation engaged in at the providers' own initiative": "Staff inspect photos and cases"
    " that rules open: known or repeated pictures, and contact details in the text of a profile.",
    "Meaningful and comprehensible information regarding content moderation engaged in at the providers' own"
    " initiative": "Each restriction has a statement of reasons, which its member reads and can appeal.",
    "Qualitative description of the automated means": "Rules compare pictures with those refused before and find"
    " contact details in texts; an image classifier is used where the operator names one.",
    "Qualitative description of indicators of accuracy and possible rate of error of automated means": "",
    "Specification of the precise purposes to apply automated means": "Hold back what is likely against the terms until"
    " a person has looked.",
    "Safeguards applied to the use of automated means": "No rule suspends an account. A person decides every appeal.",
}
Row = Sequence[object]
Table = tuple[str, Sequence[str], list[Row]]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="folder for the files; made if it is not there")
    parser.add_argument("--from", dest="start", type=read_date, required=True, help="the first day, 2026-01-01")
    parser.add_argument("--to", dest="end", type=read_date, required=True, help="the day after the last")
    parser.add_argument("--site", default="pairwise", help="site that is reported")
    parser.add_argument("--published", type=read_date, help="day of publication; the page shows it")
    parser.add_argument("--previous", type=read_date, help="day of the previous report's publication")
    given = parser.parse_args(arguments)
    if given.start >= given.end:
        parser.error("--from must be before --to")
    if given.published and given.published < given.end:
        parser.error("--published must not be before --to: the page would show a period that has not ended")
    period, site = Period(given.start, given.end), SiteDirectory().get(given.site)
    with psycopg.connect(address_of("profiles")) as connection:
        facts = ModerationFacts(connection, period, given.site, site.pool)
        tables = report(facts, site, period, given.published, given.previous)
        if given.published:
            publish(connection, given.site, period, given.published, figures_of(facts))
    given.folder.mkdir(parents=True, exist_ok=True)
    for name, header, rows in tables:
        with (given.folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([header, *rows])
    return 0


def report(
    facts: ModerationFacts, site: Site, period: Period, published: Any = None, previous: Any = None
) -> list[Table]:
    """The tables of the form: the name of the file, the header and the rows."""
    notices, restrictions, appeals = facts.notices(), list(facts.restrictions()), facts.appeals()
    last = period.end - timedelta(days=1)
    of_all = (site.name, f"{period.start}/{last}")
    own = [each for each in restrictions if each.is_own_initiative]
    illegal = [each for each in own if each.decision.ground == Ground.LAW]
    contractual = [each for each in own if each.decision.ground != Ground.LAW]
    identification = {
        "Name of the service provider": site.company.name,
        "Date of the publication of the report": published or "",
        "Date of the publication of the latest previous report": previous or "",
        "Starting date of reporting period": period.start,
        "Ending date of reporting period": last,
    }
    service = ("Applicability", "Service")
    within, context = (*service, "Reporting period"), "Contextual information"
    named_context = "Contextual Information"
    named = (*within, "Category of illegal content", OTHER_TEXT)
    contractual_name = "Category of incompatibility with the provider's terms and conditions"
    return [
        (
            "1_report_identification",
            (*service, "Indicator", "Value"),
            [(ALL, site.name, *each) for each in identification.items()],
        ),
        (
            "2_categories_names",
            ("Category label", "Category description", _CODES, context),
            [(*each, "") for each in _category_names()],
        ),
        (
            "3_member_states_orders",
            (*named, "Scope", *ORDERS, *_context_of_orders()),
            [(ALL, *of_all, *each, "TOTAL", *_blank(ORDERS)) for each in _lines(UNSPECIFIED_ORDER)],
        ),
        (
            "4_notices",
            (*named, *_with_context(NOTICES, "information")),
            [(HOSTING, *of_all, *row) for row in _notices(notices)],
        ),
        (
            "5_own_initiative_illegal",
            (*named, *_with_context(OWN_INITIATIVE, "Information")),
            [(ALL, *of_all, *row) for row in _own_initiative(illegal)],
        ),
        (
            "6_own_initiative_TC",
            (*within, contractual_name, OTHER_TEXT, *_with_context(OWN_INITIATIVE, "Information")),
            [(ALL, *of_all, *row) for row in _own_initiative(contractual)],
        ),
        (
            "7_appeals_and_recidivism",
            (*within, *FACTS, named_context),
            [
                (applies, *of_all, *row, "")
                for applies, *row in _appeals(appeals, restrictions, facts.suspended_reports())
            ],
        ),
        (
            "8_automated_means",
            (*within, *FACTS, named_context),
            [(applies, *of_all, MEANS, *row, "") for applies, *row in _means(restrictions, own, len(notices))],
        ),
        ("9_human_resources", (*within, *FACTS, context), []),
        ("10_AMAR", (*within, *FACTS), []),
        (
            "11_qualitative",
            (*within, "Indicator", "Value"),
            [(ALL, *of_all, *each) for each in QUALITATIVE.items()],
        ),
    ]


def figures_of(facts: ModerationFacts) -> dict[str, Any]:
    """The figures of the page for members (`TransparencyReportOut`), out of the facts of the tables."""
    notices, restrictions, appeals = facts.notices(), list(facts.restrictions()), facts.appeals()
    of_notices, of_appeals = Counter(each.outcome for each in notices), Counter(each.outcome for each in appeals)
    return {
        "reports": {
            "received": len(notices),
            "acted": of_notices[Outcome.ACTED],
            "dismissed": of_notices[Outcome.DISMISSED],
            "open": of_notices[None],
            "median_hours": _honest_median(each.hours for each in notices),
            "reasons": Counter(each.reason for each in notices),
        },
        "measures": Counter(_measure_of(each.decision) for each in restrictions),
        "found": Counter(each.decision.detection or Detection.AUTOMATED for each in restrictions),
        "appeals": {
            "received": len(appeals),
            "granted": of_appeals[Outcome.ACTED],
            "turned_down": of_appeals[Outcome.DISMISSED],
            "open": of_appeals[None],
            "median_hours": _honest_median(each.hours for each in appeals),
        },
        "suspended_reporters": facts.suspended_reports(),
    }


def publish(
    connection: psycopg.Connection[Any], site: str, period: Period, published: date, figures: dict[str, Any]
) -> None:
    """Store the figures of a report, or replace those of the same first day."""
    connection.execute(
        "INSERT INTO transparency_reports (site, first, last, published, figures) VALUES (%s, %s, %s, %s, %s)"
        " ON CONFLICT (site, first) DO UPDATE SET last = excluded.last, published = excluded.published,"
        " figures = excluded.figures",
        [site, period.start, period.end - timedelta(days=1), published, Jsonb(figures)],
    )


def _measure_of(decision: Decision) -> str:
    is_for_good = decision.measure is Measure.SUSPEND and decision.until is None
    return "suspend_for_good" if is_for_good else decision.measure


def _honest_median(hours: Iterable[float | None]) -> float | None:
    """The median of hours; None of fewer than `FEWEST`, where it says little."""
    known = [each for each in hours if each is not None]
    return round(median(known), 2) if len(known) >= FEWEST else None


_CODES = "Category of illegal content / incompatible with the terms and conditions"


def _with_context(columns: Sequence[str], word: str) -> tuple[str, ...]:
    return (*columns, *(f"Contextual {word} on {column}" for column in columns))


def _context_of_orders() -> Iterator[str]:
    """The form writes the first two in lower case."""
    for place, column in enumerate(ORDERS):
        yield f"Contextual information on {column[0].lower() + column[1:] if place < 2 else column}"


def _blank(columns: Sequence[str]) -> list[str]:
    return [""] * (2 * len(columns))


def _category_names() -> Iterator[tuple[str, str, str]]:
    yield "TOTAL", "All the entries", "TOTAL"
    for place, (category, keywords) in enumerate(CATEGORIES.items(), start=1):
        yield f"Category {place}", DESCRIPTIONS[category], f"STATEMENT_CATEGORY_{category}"
        for letter, keyword in zip("abcdefghij", [*keywords, OTHER], strict=False):
            yield f"Category {place}{letter}", DESCRIPTIONS[keyword], f"KEYWORD_{keyword}"
    for place, category in enumerate((UNSPECIFIED_ORDER, UNSPECIFIED_NOTICE), start=len(CATEGORIES) + 1):
        yield f"Category {place}", DESCRIPTIONS[category], f"STATEMENT_CATEGORY_{category}"


def _keys(*unspecified: str) -> Iterator[tuple[str, str]]:
    """The rows of a table by category and keyword, in the order of the form; both empty for the total."""
    yield "", ""
    for category, keywords in CATEGORIES.items():
        yield category, ""
        yield from ((category, keyword) for keyword in [*keywords, OTHER])
    yield from ((category, "") for category in unspecified)


def _name(category: str, keyword: str) -> tuple[str, str]:
    if keyword:
        return f"KEYWORD_{keyword}", DESCRIPTIONS[category] if keyword == OTHER else ""
    return f"STATEMENT_CATEGORY_{category}" if category else "TOTAL", ""


def _lines(*unspecified: str) -> Iterator[tuple[str, str]]:
    return (_name(*key) for key in _keys(*unspecified))


def _belongs(found: tuple[str, str], key: tuple[str, str]) -> bool:
    category, keyword = key
    return not category or (found[0] == category and keyword in ("", found[1]))


def _notices(notices: Sequence[ReceivedNotice]) -> Iterator[Row]:
    for key in _keys(UNSPECIFIED_NOTICE):
        of_line = [each for each in notices if _belongs(category_of_notice(each.reason), key)]
        acted = [each.ground for each in of_line if each.outcome == Outcome.ACTED]
        by_law = acted.count(Ground.LAW)
        waited = _median(each.hours for each in of_line)
        figures = (len(of_line), 0, len(of_line), 0, waited, "", by_law, 0, len(acted) - by_law, 0)
        yield (*_name(*key), *figures, *[""] * len(NOTICES))


def _own_initiative(restrictions: Sequence[Restriction]) -> Iterator[Row]:
    for key in _keys():
        of_line = [each.decision for each in restrictions if _belongs(category_of(each.decision.reason), key)]
        counts = dict.fromkeys(OWN_INITIATIVE, 0)
        for decision in of_line:
            counts[_column(decision.measure, has_end=decision.until is not None)] += 1
        counts[OWN_INITIATIVE[0]] = len(of_line)
        counts[OWN_INITIATIVE[1]] = sum(each.detection is Detection.AUTOMATED for each in of_line)
        yield (*_name(*key), *counts.values(), *[""] * len(OWN_INITIATIVE))


def _column(measure: Measure, *, has_end: bool) -> str:
    if measure is Measure.SUSPEND:
        return SUSPENSION if has_end else TERMINATION
    return REMOVAL if measure is Measure.BLOCK_PICTURE else DISABLE


def _appeals(appeals: Sequence[Appeal], restrictions: Sequence[Restriction], suspended_reports: int) -> Iterator[Row]:
    def lines(indicator: str, some: Sequence[Appeal]) -> Iterator[Row]:
        outcomes = [each.outcome for each in some]
        figures = (
            len(some),
            outcomes.count(Outcome.DISMISSED),
            0,
            outcomes.count(Outcome.ACTED),
            _median(each.hours for each in some),
        )
        for scope, figure in zip(ENDS, figures, strict=True):
            is_for_all = (indicator, scope) == (SUBMITTED, ENDS[0])
            yield (ALL if is_for_all else PLATFORMS, COMPLAINTS, indicator, scope, figure)

    yield from lines(SUBMITTED, appeals)
    yield PLATFORMS, COMPLAINTS, SUBMITTED, "Decision omitted", sum(each.outcome is None for each in appeals)
    yield PLATFORMS, COMPLAINTS, "Number of restrictions newly imposed as a result of an internal complaint", ENDS[0], 0
    yield from lines(ABOUT_VISIBILITY, [each for each in appeals if each.measure in VISIBILITY])
    yield from ((PLATFORMS, COMPLAINTS, ABOUT_SERVICE, scope, "") for scope in ENDS)
    yield from lines(ABOUT_ACCOUNTS, [each for each in appeals if each.measure == Measure.SUSPEND])
    for indicator in NOT_COUNTED:
        yield from ((PLATFORMS, COMPLAINTS, indicator, scope, "") for scope in ENDS)
    for scope in (*ENDS, "Decision omitted", "Percentage of outcomes implemented"):
        indicator = "Number of disputes submitted to out-of-court dispute settlement bodies"
        yield PLATFORMS, DISPUTES, indicator, scope, ""
    illegal = sum(
        each.decision.measure is Measure.SUSPEND and each.decision.ground == Ground.LAW for each in restrictions
    )
    for what, number in (
        ("illegal content ", illegal),
        ("unfounded notices", suspended_reports),
        ("unfounded complaints", 0),
    ):
        indicator = f"Number of suspensions enacted for the provision of manifestly {what}"
        yield PLATFORMS, REPEATED, indicator, ENDS[0], number


def _means(restrictions: Sequence[Restriction], own: Sequence[Restriction], notices: int) -> Iterator[Row]:
    def lines(applies: str, what: str, taken: str, scope: str, automated: object, others: object) -> Iterator[Row]:
        yield applies, f"Number of {what} solely {taken} by automated means ", scope, automated
        yield applies, f"Number of {what} not {taken} by automated means", scope, others
        for name in ("Accuracy", "Precision", "Recall"):
            yield applies, f"Accuracy of the automated means - {name}", scope, ""

    for scope, some in ((ENDS[0], restrictions), ("Own-initiative ", own)):
        automated = sum(each.decision.automated for each in some)
        yield from lines(ALL, "measures", "taken", scope, automated, len(some) - automated)
    yield from lines(HOSTING, "notices", "processed", "NAM Total", 0, notices)
    yield from lines(PLATFORMS, "notices", "processed", "NAM Trusted Flagger", 0, 0)


def _median(hours: Iterable[float | None]) -> float | str:
    known = [each for each in hours if each is not None]
    return round(median(known), 2) if known else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
