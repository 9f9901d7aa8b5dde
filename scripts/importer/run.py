"""From a file to members and a report."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from uuid import UUID

from importer.bring_in import MemberWriter, Outcome, Written
from importer.rows import BadLine, Newcomer, Rules, lines_of

# Members of one transaction: large enough that its commit costs nothing, and its locks are held for a second.
AT_ONCE = 2000
# Batches that are written at a time: one is made here while PostgreSQL takes the other.
WRITERS = 2


@dataclass
class Report:
    bad: list[BadLine] = field(default_factory=list)
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    bad_lines: int = 0

    def refuse(self, wrong: list[BadLine]) -> None:
        self.bad += wrong
        self.bad_lines += 1

    def count(self, newcomers: Sequence[Newcomer], written: Written) -> None:
        self.outcomes.update(written.outcomes)
        for newcomer in newcomers:
            if reason := written.refusals.get(newcomer.member_id):
                self.refuse([BadLine(newcomer.line, "email", reason)])

    def __str__(self) -> str:
        done = f"{self.outcomes[Outcome.NEW]} new, {self.outcomes[Outcome.KNOWN]} known already"
        bad = sorted(self.bad, key=lambda wrong: wrong.line)
        return "\n".join([*map(str, bad), f"{done}, {self.bad_lines} refused"])


def count_lines(path: Path) -> int:
    """The lines of the file that describe a member, right or wrong. Raises FileUnreadable, before anybody comes in."""
    return sum(1 for _ in lines_of(path))


def import_members(
    path: Path,
    rules: Rules,
    writer: MemberWriter,
    *,
    all_or_nothing: bool = False,
    on_lines: Callable[[int], None] = lambda _: None,
) -> Report:
    """Bring in every line that is right, each whole or not at all; with `all_or_nothing` all lines or nobody.

    `on_lines` is called with the number of lines that are through since its last call. Raises FileUnreadable, and then
    nobody has come in.
    """
    count_lines(path)
    report = Report()
    reader = _Reader(rules, report)
    lines = lines_of(path)
    if all_or_nothing:
        newcomers: list[Newcomer] = []
        while some := list(islice(lines, AT_ONCE)):
            newcomers += reader.read(some)
            on_lines(len(some))
        report.count(newcomers, Written(refusals=_refusals(writer, newcomers)))
        if not report.bad:
            report.count(newcomers, writer.write_all(newcomers, AT_ONCE))
        return report
    for size, newcomers, written in _written(lines, reader, writer):
        report.count(newcomers, written)
        on_lines(size)
    return report


def _written(
    lines: Iterator[tuple[int, dict[str, str] | None]], reader: "_Reader", writer: MemberWriter
) -> Iterator[tuple[int, list[Newcomer], Written]]:
    """Write the lines in batches, and yield for each, in their order, how many lines it had and what became of it."""
    pending: deque[tuple[int, list[Newcomer], Future[Written]]] = deque()
    with ThreadPoolExecutor(WRITERS) as threads:
        while some := list(islice(lines, AT_ONCE)):
            newcomers = list(reader.read(some))
            pending.append((len(some), newcomers, threads.submit(writer.write, newcomers)))
            if len(pending) > WRITERS:
                size, newcomers, future = pending.popleft()
                yield size, newcomers, future.result()
        for size, newcomers, future in pending:
            yield size, newcomers, future.result()


def _refusals(writer: MemberWriter, newcomers: Sequence[Newcomer]) -> dict[UUID, str]:
    refusals: dict[UUID, str] = {}
    for start in range(0, len(newcomers), AT_ONCE):
        refusals.update(writer.refusals(newcomers[start : start + AT_ONCE]))
    return refusals


class _Reader:
    """Reads lines; remembers addresses, so that a second line of one is refused."""

    def __init__(self, rules: Rules, report: Report) -> None:
        self._rules, self._report = rules, report
        self._first_lines: dict[str, int] = {}

    def read(self, lines: Iterable[tuple[int, dict[str, str] | None]]) -> Iterator[Newcomer]:
        for line, fields in lines:
            if fields is None:
                self._report.refuse([BadLine(line, "columns", "has more or fewer fields than the first line")])
                continue
            newcomer, wrong = self._rules.read(line, fields)
            if newcomer is None:
                self._report.refuse(wrong)
            elif (first := self._first_lines.setdefault(newcomer.email, line)) != line:
                self._report.refuse([BadLine(line, "email", f"is that of line {first}, too")])
            else:
                yield newcomer
