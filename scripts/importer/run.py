"""From a file to members and a report."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from importer.bring_in import MemberWriter, Outcome
from importer.rows import BadLine, Newcomer, Rules, lines_of

AT_ONCE = 200


@dataclass
class Report:
    bad: list[BadLine] = field(default_factory=list)
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    bad_lines: int = 0

    def refuse(self, wrong: list[BadLine]) -> None:
        self.bad += wrong
        self.bad_lines += 1

    def __str__(self) -> str:
        done = f"{self.outcomes[Outcome.NEW]} new, {self.outcomes[Outcome.KNOWN]} known already"
        return "\n".join([*map(str, self.bad), f"{done}, {self.bad_lines} refused"])


def import_members(path: Path, rules: Rules, writer: MemberWriter, *, all_or_nothing: bool = False) -> Report:
    """Bring in every line that is right, each whole or not at all; with `all_or_nothing` all lines or nobody."""
    report = Report()
    newcomers = list(_read(path, rules, report))
    refusals = writer.refusals(newcomers)
    for newcomer in newcomers:
        if reason := refusals.get(newcomer.member_id):
            report.refuse([BadLine(newcomer.line, "email", reason)])
    fitting = [newcomer for newcomer in newcomers if newcomer.member_id not in refusals]
    if all_or_nothing:
        if not report.bad:
            report.outcomes.update(writer.write(fitting))
        return report
    for start in range(0, len(fitting), AT_ONCE):
        report.outcomes.update(writer.write(fitting[start : start + AT_ONCE]))
    return report


def _read(path: Path, rules: Rules, report: Report) -> Iterable[Newcomer]:
    first_lines: dict[str, int] = {}
    for line, fields in lines_of(path):
        if fields is None:
            report.refuse([BadLine(line, "columns", "has more or fewer fields than the first line")])
            continue
        newcomer, wrong = rules.read(line, fields)
        if newcomer is None:
            report.refuse(wrong)
        elif newcomer.email in first_lines:
            report.refuse([BadLine(line, "email", f"is that of line {first_lines[newcomer.email]}, too")])
        else:
            first_lines[newcomer.email] = line
            yield newcomer
