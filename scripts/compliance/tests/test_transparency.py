"""The EU's transparency forms: figures of the yearly report, and statements of reasons.

`dsa_forms.yaml` has the constraints of the forms.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from itertools import groupby, product
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

import psycopg
import pytest
import yaml
from profiles.domain.photo import RejectReason
from profiles.moderation.domain.moderation import CONTESTABLE, Decision, Ground, Kind, Measure, Reason
from shared.kit.testing.database import migrated
from shared.sites import SiteDirectory

from compliance.dsa_categories import CATEGORIES, FORBIDDEN, category_of, forbidden_by
from compliance.moderation_facts import NOTICES, RESTRICTIONS, ModerationFacts, Period, Restriction
from compliance.statements_of_reasons import (
    AT_ONCE,
    EuDatabase,
    Statement,
    SubmissionRefused,
    statement_of,
    statements,
    submit_missing,
)
from compliance.transparency import figures_of, main, publish, report

FORMS = yaml.safe_load((Path(__file__).parent / "dsa_forms.yaml").read_text())
SITE = SiteDirectory().get("pairwise")
NOT_REPORTED = {Measure.WARN, Measure.WARN_REPORTER, Measure.REFUSE_VERIFICATION}  # restrict nothing
START, END = date(2026, 1, 1), date(2027, 1, 1)
MIDDLE = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def connection(postgres_server: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(migrated(postgres_server, "profiles", apart="_transparency")) as opened:
        yield opened
        opened.rollback()


def complain(connection: psycopg.Connection[Any], kind: str, **columns: Any) -> Any:
    row = {
        "id": uuid4(),
        "kind": kind,
        "reason": "fake",
        "text": "",
        "locale": "en",
        "site": "pairwise",
        "made_at": MIDDLE,
        **columns,
    }
    _insert(connection, "complaints", row)
    return row["id"]


def decide(connection: psycopg.Connection[Any], measure: str, **columns: Any) -> Any:
    row = {"id": uuid4(), "member_id": uuid4(), "measure": measure, "decided_at": MIDDLE, **columns}
    _insert(connection, "decisions", row)
    return row["id"]


def _suspend_by_two(connection: psycopg.Connection[Any], outcome: str | None, at: datetime = MIDDLE) -> None:
    """A suspension at `at`, and its confirmation by a second person two days later, unless there is no outcome."""
    stated = {"member_id": uuid4(), "reason": "fraud", "ground": "law"}
    proposer, second = uuid4(), uuid4()
    first = decide(connection, "suspend", actor_id=proposer, decided_at=at, **stated)
    final = None
    if outcome == "confirmed":
        final = decide(connection, "suspend", actor_id=second, decided_at=at + timedelta(days=2), **stated)
    row = {"decision_id": first, "member_id": stated["member_id"], "proposed_by": proposer, "expires_at": at}
    settled = {"outcome": outcome, "settled_by": second, "final_decision_id": final} if outcome else {}
    _insert(connection, "confirmations", {**row, **settled})


def _insert(connection: psycopg.Connection[Any], table: str, row: dict[str, Any]) -> None:
    names, places = ", ".join(row), ", ".join(f"%({name})s" for name in row)
    connection.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", row)  # noqa: S608


@pytest.fixture(scope="module")
def facts(connection: psycopg.Connection[Any]) -> ModerationFacts:
    ann, hours = uuid4(), timedelta(hours=1)
    for waited in (2, 4, 12):
        complain(connection, "chat", reporter_id=ann, outcome="acted", decided_at=MIDDLE + waited * hours)
    reported = complain(connection, "profile", reason="minor", outcome="acted", decided_at=MIDDLE + 3 * hours)
    # Closed together with the report before, by one decision.
    complain(connection, "profile", reason="minor", outcome="acted", decided_at=MIDDLE + 3 * hours, case_id=reported)
    complain(connection, "other", reason="other")
    text = complain(connection, "text")
    hidden = decide(connection, "hide", actor_id=uuid4(), reason="fake", ground="law", complaint_id=reported)
    review = decide(connection, "review", reason="minor", ground="law", complaint_id=reported)
    decide(connection, "hold_text", reason="other", ground="terms", complaint_id=text)
    decide(connection, "reject_photo", actor_id=uuid4(), reason="nudity", ground="terms")
    decide(connection, "warn", actor_id=uuid4(), reason="fake", ground="terms")
    decide(connection, "suspend_reports", actor_id=uuid4())
    _suspend_by_two(connection, "confirmed")
    _suspend_by_two(connection, "confirmed", at=datetime(2025, 12, 31, 23, tzinfo=UTC))
    _suspend_by_two(connection, None)
    complain(connection, "appeal", decision_id=hidden, outcome="acted", decided_at=MIDDLE + 30 * hours)
    complain(connection, "appeal", decision_id=review)
    # Days outside: the last moment before, and the first after.
    for at in (datetime(2025, 12, 31, 23, 59, 59, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)):
        complain(connection, "chat", made_at=at, decided_at=at, outcome="acted")
        decide(connection, "suspend", actor_id=uuid4(), decided_at=at)
    of_another = complain(connection, "chat", site="iskra", outcome="acted", decided_at=MIDDLE)
    decide(connection, "hide", actor_id=uuid4(), reason="fake", ground="terms", complaint_id=of_another)
    complain(connection, "appeal", site="iskra")
    return ModerationFacts(connection, Period(START, END), "pairwise", pool=1)


@pytest.fixture(scope="module")
def tables(facts: ModerationFacts) -> dict[str, tuple[Sequence[str], list[Sequence[Any]]]]:
    return {name: (header, rows) for name, header, rows in report(facts, SITE, Period(START, END))}


def line(tables: Any, name: str, *of: str) -> dict[str, Any]:
    """The figures of the only line with all of these cells."""
    header, rows = tables[name]
    [found] = [row for row in rows if set(of) <= set(row)]
    return {column: cell for column, cell in zip(header, found, strict=True) if cell not in ("", 0) and cell not in of}


def figures(tables: Any, name: str, code: str) -> list[Any]:
    _, rows = tables[name]
    [found] = [row[5:] for row in rows if row[3] == code and row[4] == ""]
    return [cell for cell in found if cell != ""]


def test_the_report_has_the_tables_of_the_form(tables: Any) -> None:
    for (name, (header, rows)), (form, expected) in zip(tables.items(), FORMS["tables"].items(), strict=True):
        columns = list(expected["header"])
        columns[3] = expected.get("fourth", columns[3])
        assert (name, list(header), len(rows)) == (form, columns, expected["lines"])
        assert {len(row) for row in rows} <= {len(header)}
    indicators = [row[4] for row in tables["7_appeals_and_recidivism"][1]]
    assert [[len(list(lines)), name] for name, lines in groupby(indicators)] == FORMS["appeals"]


def test_a_period_that_has_not_ended_is_not_published(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    days = ["--from", "2026-01-01", "--to", "2027-01-01", "--published", "2026-12-31"]

    with pytest.raises(SystemExit):
        main([str(tmp_path), *days])

    assert "has not ended" in capsys.readouterr().err


def test_notices_are_counted_by_category_with_the_time_and_the_ground(tables: Any) -> None:
    assert figures(tables, "4_notices", "TOTAL") == [6, 0, 6, 0, 3.0, 2, 0, 3, 0]
    assert figures(tables, "4_notices", "STATEMENT_CATEGORY_SCAMS_AND_FRAUD") == [3, 0, 3, 0, 4.0, 0, 0, 3, 0]
    assert figures(tables, "4_notices", "KEYWORD_INAUTHENTIC_ACCOUNTS") == [3, 0, 3, 0, 4.0, 0, 0, 3, 0]
    assert figures(tables, "4_notices", "STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE") == [1, 0, 1, 0, 0, 0, 0, 0]


def test_restrictions_at_own_initiative_are_counted_by_their_ground_and_kind(tables: Any) -> None:
    illegal = line(tables, "5_own_initiative_illegal", "TOTAL")
    contractual = line(tables, "6_own_initiative_TC", "TOTAL")

    assert [illegal[name] for name in illegal if "restriction" in name or "Number" in name] == [2, 2]
    assert illegal["Account restriction Termination"] == 2
    assert contractual["Number of measures taken at the provider's own initiative "] == 2
    assert contractual["Number of measures taken after detection with solely automated means "] == 1
    assert contractual["Visibility restriction Disable"] == 2


def test_appeals_suspensions_and_rules_are_counted(tables: Any) -> None:
    _, rows = tables["7_appeals_and_recidivism"]
    submitted = {row[5]: row[6] for row in rows if row[4].startswith("Number of complaints submitted")}
    repeated = {row[4].rpartition(" manifestly ")[2]: row[6] for row in rows if row[3].startswith("Suspensions")}
    means = {(row[4], row[5]): row[6] for row in tables["8_automated_means"][1]}

    assert submitted == {
        "Total number": 2,
        "Decisions upheld": 0,
        "Decisions partially reversed": 0,
        "Decisions reversed": 1,
        "Median time": 30.0,
        "Decision omitted": 1,
    }
    assert repeated == {"illegal content ": 2, "unfounded notices": 1, "unfounded complaints": 0}
    assert means["Number of measures solely taken by automated means ", "Total number"] == 2
    assert means["Number of measures not taken by automated means", "Total number"] == 4


def test_the_page_of_members_has_the_figures_of_the_form(
    connection: psycopg.Connection[Any], facts: ModerationFacts, tables: Any
) -> None:
    shown = figures_of(facts)

    assert (shown["reports"]["received"], shown["reports"]["acted"]) == (6, 5)
    assert shown["reports"]["received"] == figures(tables, "4_notices", "TOTAL")[0]
    assert sum(shown["measures"].values()) == sum(shown["found"].values()) == len(list(facts.restrictions()))
    assert (shown["measures"]["suspend_for_good"], shown["suspended_reporters"]) == (2, 1)
    assert shown["appeals"] == {"received": 2, "granted": 1, "turned_down": 0, "open": 1, "median_hours": None}
    for published in (date(2027, 2, 1), date(2027, 3, 1)):
        publish(connection, "pairwise", Period(START, END), published, shown)
    [(last, published, stored)] = connection.execute("SELECT last, published, figures FROM transparency_reports")
    assert (last, published) == (date(2026, 12, 31), date(2027, 3, 1))
    import_module("profiles.web")  # the package of the page imports it in a circle
    model = import_module("profiles.moderation.web.transparency").TransparencyReportOut
    answer = model(first=START, last=last, published=published, **stored)
    assert set(answer.reports.reasons) <= {reason.value for reason in Reason}


def test_every_measure_and_kind_is_counted_or_left_out_on_purpose() -> None:
    assert {*RESTRICTIONS, *NOT_REPORTED, Measure.SUSPEND_REPORTS} == set(CONTESTABLE)
    assert set(Kind) == {*NOTICES, "age_doubt", "appeal", "picture", "duplicate", "text", "rule", "verification"}


def faults(statement: Statement) -> list[str]:
    """What the Transparency Database would refuse."""
    form = FORMS["statement"]
    ground = form["required_with"][statement["decision_ground"]]
    grounds = {name for names in form["required_with"].values() for name in names}
    known = {*form["required"], *form["one_of"], *form["values"], *form["lengths"], *form["days"], *form["others"]}
    codes = {f"STATEMENT_CATEGORY_{name}" for name in CATEGORIES}
    keywords = {f"KEYWORD_{name}" for names in CATEGORIES.values() for name in names}
    found = [f"missing {name}" for name in (*form["required"], *ground) if not statement.get(name)]
    found += [f"unknown {name}" for name in statement if name not in known]
    found += [f"of another ground: {name}" for name in grounds - set(ground) if name in statement]
    found += ["no restriction"] * (not set(form["one_of"]) & set(statement))
    for name, value in statement.items():
        values = value if isinstance(value, list) else [value]
        allowed = {"category": codes, "category_specification": keywords}.get(name, form["values"].get(name, values))
        found += [f"{name}: {each}" for each in values if each not in allowed]
        found += [f"{name} is too long"] * (len(str(value)) > form["lengths"].get(name, 10_000))
        is_day = name in form["days"]
        found += [f"{name} is no day"] * (is_day and not re.fullmatch(r"20[0-3]\d-\d\d-\d\d", str(value)))
        found += [f"{name} is too late"] * (is_day and str(value) > form["last_day"])
    return found + ["puid"] * (not re.fullmatch(form["puid"], statement["puid"]))


@pytest.mark.parametrize("measure", sorted(RESTRICTIONS))
def test_every_restriction_is_a_statement_the_database_takes(measure: Measure) -> None:
    reasons, cases = {*Reason, *RejectReason, None}, (None, Kind.PROFILE, Kind.TEXT)
    for reason, ground, found_in, actor, until in product(
        reasons, (*Ground, None), cases, (None, uuid4()), (None, MIDDLE, MIDDLE.replace(year=2039))
    ):
        decision = Decision(
            uuid4(),
            uuid4(),
            measure,
            actor,
            complaint_id=uuid4() if found_in else None,
            reason=reason,
            ground=ground,
            facts="Ann of Utrecht, ann@example.org",
            until=until,
            decided_at=MIDDLE,
            found_in=found_in,
        )
        statement = statement_of(Restriction(decision, START), SITE)

        assert faults(statement) == []
        assert "Ann" not in str(statement)
        assert str(decision.id) not in str(statement)


def test_statements_are_of_the_restrictions_of_the_period(facts: ModerationFacts) -> None:
    made = list(statements(facts, SITE))

    assert sorted(each["source_type"] for each in made) == ["SOURCE_ARTICLE_16"] * 2 + ["SOURCE_VOLUNTARY"] * 4
    assert sorted(each["automated_detection"] for each in made) == ["No"] * 5 + ["Yes"]
    assert made == list(statements(facts, SITE))


class Sandbox(BaseHTTPRequestHandler):
    """A stand-in for the database's sandbox: refuses a puid that it has, and another token."""

    stored: list[Statement]
    requests: list[int]

    def do_GET(self) -> None:
        puid = self.path.rpartition("/")[2]
        self._answer(302 if any(each["puid"] == puid for each in self.stored) else 404)

    def do_POST(self) -> None:
        sent = yaml.safe_load(self.rfile.read(int(self.headers["Content-Length"])))["statements"]
        is_good = self.headers["Authorization"] == "Bearer good" and len(sent) <= AT_ONCE
        if is_good:
            self.stored.extend(sent)
            self.requests.append(len(sent))
        self._answer(201 if is_good else 422)

    def _answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def sandbox() -> Iterator[tuple[str, type[Sandbox]]]:
    handler = type("FreshSandbox", (Sandbox,), {"stored": [], "requests": []})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/api/v1", handler
        server.shutdown()


def test_statements_are_submitted_once_in_batches(sandbox: tuple[str, type[Sandbox]]) -> None:
    url, database = sandbox
    several = [{"puid": f"statement-{place}"} for place in range(AT_ONCE + 5)]

    assert submit_missing(EuDatabase(url, "good"), several) == AT_ONCE + 5
    assert submit_missing(EuDatabase(url, "good"), [*several, {"puid": "one-more"}]) == 1
    assert database.requests == [AT_ONCE, 5, 1]


def test_a_refused_submission_says_why(sandbox: tuple[str, type[Sandbox]]) -> None:
    with pytest.raises(SubmissionRefused, match="422"):
        submit_missing(EuDatabase(sandbox[0], "another"), [{"puid": "one"}])


@pytest.mark.parametrize("reason", RejectReason)
def test_only_reasons_without_a_category_of_the_form_count_as_other(reason: RejectReason) -> None:
    of_the_terms = {RejectReason.CONTACT_DETAILS, RejectReason.ADVERTISING, RejectReason.UNCLEAR}
    assert (category_of(reason) == ("OTHER_VIOLATION_TC", "OTHER")) is (reason in of_the_terms)


def test_each_reason_has_a_sentence_of_what_its_rule_forbids() -> None:
    """A category is no rule: the terms do not forbid the protection of minors."""
    assert {*Reason, *RejectReason} - {Reason.OTHER} == set(FORBIDDEN)
    assert forbidden_by(Reason.MINOR) == "members under the minimum age"
