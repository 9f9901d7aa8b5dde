"""Check an installation and its brands: `python -m shared.doctor [--brand KEY] [--parts] [--json]`.

A line for each check: `right`, `wrong` or `warning` with place, fault and remedy, or `not checked` with the reason.
The status is 0 without a fault, 1 with one, 2 for other arguments. No line has a secret.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from shared.doctor.catalogue import CHECKS, OF_A_BRAND, PARTS
from shared.doctor.finding import Finding, Installation, NotChecked
from shared.kit.core import describe
from shared.sites.checking import Checked, check_sites
from shared.sites.directory import DOCUMENTS


@dataclass(frozen=True)
class Outcome:
    """One line of the report."""

    state: str
    check: str
    brand: str
    where: str = ""
    problem: str = ""
    remedy: str = ""

    def __str__(self) -> str:
        name = f"{self.check} of {self.brand}" if self.brand else self.check
        told = f"{self.where} {self.problem}; {self.remedy}" if self.state in ("wrong", "warning") else self.problem
        return f"{self.state:<11} {name}{': ' if told else ''}{told}"


def examine(installation: Installation, brand: str | None = None, *, only_parts: bool = False) -> Iterator[Outcome]:
    """Every check of the installation and of this brand, or of all. A broken document does not hide other brands."""
    for name, check in CHECKS.items():
        if not only_parts or name in PARTS:
            yield from _outcomes(name, "", partial(check, installation))
    if only_parts:
        return
    checked = brands(installation)
    for key in sorted([*checked.sites, *checked.faults]):
        if brand in (None, key):
            yield from _of_a_brand(installation, key, checked)


def brands(installation: Installation) -> Checked:
    """The sites of the installation, and the faults of documents that cannot be read."""
    return check_sites(Path(installation.environ.get("SITES_DIR", DOCUMENTS)))


def _of_a_brand(installation: Installation, key: str, checked: Checked) -> Iterator[Outcome]:
    for fault in checked.faults.get(key, ()):
        yield Outcome("wrong", "document", key, f"{fault.file.name}, line {fault.line}:", fault.text, "correct it")
    if site := checked.sites.get(key):
        yield Outcome("right", "document", key)
        for name, check in OF_A_BRAND.items():
            yield from _outcomes(name, key, partial(check, installation, site.located(key, "")))


def _outcomes(name: str, brand: str, check: Callable[[], Iterator[Finding]]) -> Iterator[Outcome]:
    is_right = True
    try:
        for finding in check():
            is_right = False
            state = "warning" if finding.is_warning else "wrong"
            yield Outcome(state, name, brand, finding.where, finding.problem, finding.remedy)
    except NotChecked as reason:
        is_right = False
        yield Outcome("not checked", name, brand, problem=str(reason))
    except Exception as error:
        is_right = False
        yield Outcome("wrong", name, brand, name, f"broke off: {describe(error)}", "report a fault of the doctor")
    if is_right:
        yield Outcome("right", name, brand)


def main(arguments: list[str]) -> int:
    """Print the report. Returns the status."""
    parser = argparse.ArgumentParser(prog="doctor", description="Check an installation and its brands.")
    parser.add_argument("--brand", help="key of one brand; without it, all")
    parser.add_argument("--parts", action="store_true", help="databases, NATS, Redis and buckets alone")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args(arguments)
    installation = Installation()
    known = [*(checked := brands(installation)).sites, *checked.faults]
    if given.brand and given.brand not in known:
        print(f"There is no brand {given.brand}: {', '.join(sorted(known))}.", file=sys.stderr)
        return 2
    outcomes = []
    for outcome in examine(installation, given.brand, only_parts=given.parts):
        outcomes.append(outcome)
        if not given.json:
            print(outcome, flush=True)
    states = ("right", "wrong", "warning", "not checked")
    counts = {state: sum(each.state == state for each in outcomes) for state in states}
    if given.json:
        print(json.dumps({"counts": counts, "checks": [asdict(each) for each in outcomes]}, indent=1))
    else:
        print(", ".join(f"{count} {state}" for state, count in counts.items()))
    return int(counts["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
