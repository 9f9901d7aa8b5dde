"""The result of an evaluation as tables of text."""

from collections.abc import Sequence
from pathlib import Path

from shared.sites import PhotoAction

from moderationkit.evaluate import Evaluation


def report(result: Evaluation, labels: Sequence[str], sha256: str) -> str:
    """Precision, recall and actions of each label, the confusion table, and the files without an answer."""
    counted = sum(result.predicted.values())
    head = f"{counted} pictures, {len(result.unreadable)} unreadable, {len(result.failed)} without an answer"
    parts = [
        f"model {sha256}\n{head}",
        table([["label", "pictures", "precision", "recall", *PhotoAction], *_rows(result, labels)]),
        "Confusion: a row for each true label, a column for each label given\n"
        + table(
            [["", *labels], *([true, *(str(result.predicted[true, given]) for given in labels)] for true in labels)]
        ),
    ]
    parts += [
        _list(name, files) for name, files in (("Unreadable", result.unreadable), ("No answer", result.failed)) if files
    ]
    return "\n\n".join(parts)


def _rows(result: Evaluation, labels: Sequence[str]) -> list[list[str]]:
    return [
        [
            label,
            str(result.pictures(label)),
            _share(result.precision(label)),
            _share(result.recall(label)),
            *(str(result.actions[label, action]) for action in PhotoAction),
        ]
        for label in labels
    ]


def _share(share: float | None) -> str:
    return "–" if share is None else f"{share:.3f}"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their longest entry; the first to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            entry.ljust(width) if column == 0 else entry.rjust(width)
            for column, (entry, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _list(name: str, files: Sequence[tuple[Path, str]]) -> str:
    return "\n".join([f"{name}: {len(files)}", *(f"  {path} ({why})" for path, why in files)])
