"""Run the tests of each growth criterion with pytest: `scripts/pairwise growth verify`.

--full uses the sizes of the criterion instead of the small ones of the suite. Two criteria of speed are benches, to be
run alone on a quiet machine.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from runner.paths import PYTHON, PYTHON_PATH, ROOT

LANDER, JOURNEYS, API = "services/lander/tests/integration", "tests/journeys", "tests/api"
MAILS = "services/notifications/tests/integration"


@dataclass(frozen=True)
class Criterion:
    """`full` are variables that make its tests as large as the criterion says."""

    name: str
    tests: Sequence[str]
    full: dict[str, str] = field(default_factory=dict)


CRITERIA = (
    Criterion(
        "attribution: 10 of 10 sign-ups after a yes are leads with their campaign",
        [f"{JOURNEYS}/test_campaigns.py::test_after_a_yes_the_campaign_is_with_the_lead"],
        {"CAMPAIGN_JOURNEYS": "10"},
    ),
    Criterion(
        "refusal: no trace of a click after a no, without an answer, or with Sec-GPC",
        [
            f"{JOURNEYS}/test_campaigns.py::test_without_a_yes_no_trace_of_the_click_is_left",
            f"{LANDER}/test_views.py",
            f"{LANDER}/test_leads.py",
        ],
    ),
    Criterion(
        "desk: a page in the brand's languages, previewed, published, split; others get 403; all processes show it",
        [
            f"{JOURNEYS}/test_marketing_desk.py",
            f"{LANDER}/test_two_processes.py",
            f"{LANDER}/test_marketing_pages.py",
            f"{LANDER}/test_desk_at_once.py",
        ],
    ),
    Criterion(
        "landers: twelve scenes, members' pages, words by niche",
        [
            f"{LANDER}/test_pages.py",
            f"{API}/test_member_landers.py",
            f"{API}/test_erased_everywhere.py",
            f"{LANDER}/test_member_pages.py",
            f"{LANDER}/test_niches.py",
        ],
    ),
    Criterion(
        "without script: the page says how to sign up",
        [f"{LANDER}/test_pages.py", f"{JOURNEYS}/test_public_pages.py"],
    ),
    Criterion("draw: 100,000 fair draws, kept by the address", [f"{LANDER}/test_experiments.py"]),
    Criterion(
        "evidence: false winners, power, coverage, sample ratio",
        ["services/shared/statistics/tests/test_evidence.py"],
        {"EVIDENCE_RUNS": "1000"},
    ),
    Criterion(
        "net revenue: 300 purchases under kills and lost streams equal the ledger",
        ["tests/resilience/test_revenue.py"],
        {"REVENUE_PURCHASES": "300"},
    ),
    Criterion(
        "counts: the report equals 200 scripted journeys",
        [f"{API}/test_counted_journeys.py"],
        {"COUNTED_JOURNEYS": "200"},
    ),
    Criterion("brands apart: none of more than 50 tries", [f"{API}/test_brands_apart.py"]),
    Criterion(
        "postbacks: each fact arrives once and in order, to the network's hosts alone",
        [
            f"{LANDER}/test_postbacks_under_kills.py",
            f"{LANDER}/test_postbacks.py",
            f"{LANDER}/test_network_postbacks.py",
            f"{LANDER}/test_postbacks_at_the_desk.py",
        ],
        {"POSTBACK_LEADS": "100", "POSTBACK_KILLS": "10"},
    ),
    Criterion(
        "programs: 30 agents and 10,000 forged requests move no figure but that of suspects",
        [f"{LANDER}/test_forged_views.py", f"{LANDER}/test_suspects.py", f"{JOURNEYS}/test_suspect_desk.py"],
        {"FORGED_VIEWS": "10000"},
    ),
    Criterion(
        "bounces: exact over 30 visits",
        [f"{JOURNEYS}/test_campaigns.py::test_a_bounce_is_a_view_after_which_nobody_went_on"],
        {"BOUNCE_VISITS": "30"},
    ),
    Criterion(
        "search engines: sitemap, languages, canonical addresses, 404s, the brand's own words",
        [f"{API}/test_crawler.py", f"{LANDER}/test_search_engines.py"],
    ),
    Criterion("erasure and export", [f"{LANDER}/test_erasure.py", f"{API}/test_erasure.py"]),
    Criterion(
        "campaign mail: those who chose it, until one click; one in ten held back",
        [
            f"{API}/test_campaign_mail.py",
            *(f"{MAILS}/test_campaign{part}.py" for part in ("s", "_sending", "s_at_once")),
        ],
    ),
)
BENCHES = ("scripts/bench lighthouse --only lander", "scripts/bench growth")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="run the sizes of the criteria (about an hour)")
    parser.add_argument("--only", default="", help="only criteria whose name contains this")
    arguments = parser.parse_args()
    chosen = [each for each in CRITERIA if arguments.only in each.name]
    results = {each.name: _run(each, full=arguments.full) for each in chosen}
    for name, passed in results.items():
        print(f"{'ok    ' if passed else 'FAILED'} {name}")
    print(f"Speed is measured, on a quiet machine, by: {'; '.join(BENCHES)}")
    return 0 if all(results.values()) else 1


def _run(criterion: Criterion, *, full: bool) -> bool:
    """Run its tests; with PAIRWISE_TEST_HOME against a copy that runs already."""
    given = {"PYTHONPATH": os.pathsep.join(map(str, PYTHON_PATH)), **(criterion.full if full else {})}
    command = [str(PYTHON), "-m", "pytest", "-q", "-p", "no:schemathesis"]
    processes = [
        subprocess.run([*command, *each], cwd=ROOT, env=os.environ | given, check=False) for each in _apart(criterion)
    ]
    return all(process.returncode == 0 for process in processes)


def _apart(criterion: Criterion) -> list[list[str]]:
    """Its tests for each process: beside Playwright's event loop, no other one runs in a thread."""
    with_browser = [each for each in criterion.tests if each.startswith(JOURNEYS)]
    others = [each for each in criterion.tests if each not in with_browser]
    return [each for each in (with_browser, others) if each]


if __name__ == "__main__":
    sys.exit(main())
