"""Write statements of reasons in the format of the EU's DSA Transparency Database, or submit them to it.

A statement has no personal data (DSA, Article 24(5)): codes, days and sentences of the rule, never a moderator's or a
member's words. Its `puid` is a hash of the decision's id, the same at every run: no statement is sent twice.
TRANSPARENCY_DATABASE_URL is the address of the database or of its sandbox, up to /api/v1, and
TRANSPARENCY_DATABASE_TOKEN the token of the platform there; both are needed with --submit only. `to` is the first day
that does not count. DATABASE_URL_PROFILES names the database, otherwise it is that of the instance that runs from
PAIRWISE_HOME.
"""

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import Any, Protocol

import psycopg
from importer.__main__ import address_of
from profiles.moderation.domain.moderation import Detection, Ground, Measure
from shared.kit.core import read_date
from shared.kit.http.egress import session_to
from shared.sites import Site, SiteDirectory

from compliance.dsa_categories import OTHER, category_of, forbidden_by
from compliance.moderation_facts import ModerationFacts, Period, Restriction

# Statements that the database takes in one request.
AT_ONCE = 100
TIMEOUT_SECONDS = 30
# A restriction holds wherever the service is: in the European Economic Area, the countries that the database knows.
TERRITORIAL_SCOPE = (
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split()  # noqa: SIM905
)
# The database takes no later day; a restriction that ends later is sent with this one.
LAST_DAY = date(2038, 1, 1)
CONTENT_TYPES = {
    Measure.REJECT_PHOTO: ["CONTENT_TYPE_IMAGE"],
    Measure.BLOCK_PICTURE: ["CONTENT_TYPE_IMAGE"],
    Measure.HOLD_TEXT: ["CONTENT_TYPE_TEXT"],
}
FOUND = {
    Detection.REPORT: "after a notice",
    Detection.OWN_INITIATIVE: "by the provider's staff",
    Detection.AUTOMATED: "by an automated check",
}
Statement = dict[str, Any]


class TransparencyDatabase(Protocol):
    """The EU's database, or its sandbox."""

    def has(self, puid: str) -> bool:
        """Whether it has a statement with this id of the platform."""

    def submit(self, statements: Sequence[Statement]) -> None:
        """Store at most `AT_ONCE` statements, all or none. Raises SubmissionRefused."""


class SubmissionRefused(Exception):
    """The database has not stored the statements. The text is its answer."""


class EuDatabase:
    def __init__(self, url: str, token: str) -> None:
        self._url = url.rstrip("/")
        self._session = session_to(url, only_public=url.startswith("https:"))
        self._session.headers.update({"Authorization": f"Bearer {token}", "Accept": "application/json"})

    def has(self, puid: str) -> bool:
        answer = self._session.get(f"{self._url}/statement/existing-puid/{puid}", timeout=TIMEOUT_SECONDS)
        if answer.status_code not in (302, 200, 404):
            raise SubmissionRefused(f"{answer.status_code} {answer.text[:500]}")
        return answer.status_code != 404

    def submit(self, statements: Sequence[Statement]) -> None:
        body = {"statements": list(statements)}
        answer = self._session.post(f"{self._url}/statements", json=body, timeout=TIMEOUT_SECONDS)
        if answer.status_code != 201:
            raise SubmissionRefused(f"{answer.status_code} {answer.text[:500]}")


def statement_of(restriction: Restriction, site: Site) -> Statement:
    """Return the statement of a restriction; fields that do not apply are left out."""
    decision = restriction.decision
    assert decision.decided_at is not None and decision.detection is not None  # noqa: S101,PT018 - read from the database
    category, keyword = category_of(decision.reason)
    rule, found = forbidden_by(decision.reason), FOUND[decision.detection]
    until = str(min(decision.until.date(), LAST_DAY)) if decision.until else None
    statement: Statement = {
        "decision_ground_reference_url": f"{site.base_url}/pages/terms",
        "content_type": CONTENT_TYPES.get(decision.measure, ["CONTENT_TYPE_IMAGE", "CONTENT_TYPE_TEXT"]),
        "account_type": "ACCOUNT_TYPE_PRIVATE",
        "category": f"STATEMENT_CATEGORY_{category}",
        "territorial_scope": TERRITORIAL_SCOPE,
        "content_date": str(restriction.content_date),
        "application_date": str(decision.decided_at.date()),
        "decision_facts": f"A breach of the rule against {rule} was found {found}.",
        "source_type": "SOURCE_ARTICLE_16" if decision.detection is Detection.REPORT else "SOURCE_VOLUNTARY",
        "automated_detection": "Yes" if decision.detection is Detection.AUTOMATED else "No",
        "automated_decision": "AUTOMATED_DECISION_FULLY" if decision.automated else "AUTOMATED_DECISION_NOT_AUTOMATED",
        "puid": hashlib.sha256(decision.id.bytes).hexdigest(),
    }
    if keyword != OTHER:
        statement["category_specification"] = [f"KEYWORD_{keyword}"]
    if decision.measure is Measure.SUSPEND:
        statement["decision_account"] = "DECISION_ACCOUNT_SUSPENDED" if until else "DECISION_ACCOUNT_TERMINATED"
    else:
        kind = "REMOVED" if decision.measure is Measure.BLOCK_PICTURE else "DISABLED"
        statement["decision_visibility"] = [f"DECISION_VISIBILITY_CONTENT_{kind}"]
    if until:
        what = "account" if decision.measure is Measure.SUSPEND else "visibility"
        statement[f"end_date_{what}_restriction"] = until
    if decision.ground == Ground.LAW:
        return statement | {
            "decision_ground": "DECISION_GROUND_ILLEGAL_CONTENT",
            "illegal_content_legal_ground": "The law of the Member State of the member",
            "illegal_content_explanation": f"The law does not allow {rule}.",
        }
    return statement | {
        "decision_ground": "DECISION_GROUND_INCOMPATIBLE_CONTENT",
        "incompatible_content_ground": f"Terms and conditions, the rule against {rule}",
        "incompatible_content_explanation": f"The terms and conditions do not allow {rule}.",
        "incompatible_content_illegal": "No",
    }


def submit_missing(database: TransparencyDatabase, statements: Iterable[Statement]) -> int:
    """Submit the statements that the database does not have. Returns their number. Raises SubmissionRefused."""
    sent, missing = 0, (each for each in statements if not database.has(each["puid"]))
    while batch := list(islice(missing, AT_ONCE)):
        database.submit(batch)
        sent += len(batch)
    return sent


def statements(facts: ModerationFacts, site: Site) -> Iterator[Statement]:
    return (statement_of(each, site) for each in facts.restrictions())


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="start", type=read_date, required=True, help="the first day, 2026-01-01")
    parser.add_argument("--to", dest="end", type=read_date, required=True, help="the day after the last")
    parser.add_argument("--site", default="pairwise", help="site of the decisions")
    parser.add_argument("--submit", action="store_true", help="submit them instead of printing JSON")
    given = parser.parse_args(arguments)
    if given.start >= given.end:
        parser.error("--from must be before --to")
    url, token = (os.environ.get(f"TRANSPARENCY_DATABASE_{name}", "") for name in ("URL", "TOKEN"))
    if given.submit and not (url and token):
        parser.error("--submit needs TRANSPARENCY_DATABASE_URL and TRANSPARENCY_DATABASE_TOKEN")
    site = SiteDirectory().get(given.site)
    with psycopg.connect(address_of("profiles")) as connection:
        facts = ModerationFacts(connection, Period(given.start, given.end), given.site, site.pool)
        found = statements(facts, site)
        if not given.submit:
            print(json.dumps({"statements": list(found)}, indent=2))
            return 0
        try:
            print(f"Submitted: {submit_missing(EuDatabase(url, token), found)}")
        except SubmissionRefused as refused:
            print(f"Not submitted: {refused}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
