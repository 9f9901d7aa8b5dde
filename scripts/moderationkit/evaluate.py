"""Classify labelled pictures just as uploads are: decoded, cropped and saved anew, then scored in the child."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click
from shared.pictures import ClassificationFailed, ClassifierModel, PictureRefused, Reading, process_image
from shared.sites import PhotoClassifier

# The file of a photo that the classifier looks at.
CHECKED = "800"


class FolderRefused(Exception):
    """The folder is no set of labelled pictures. The text is a sentence for the operator."""


@dataclass
class Evaluation:
    """`predicted` counts pairs of the true label and that with the highest score, `actions` those of label and action.

    `unreadable` and `failed` name files with their reason; they are in no other count.
    """

    predicted: Counter[tuple[str, str]] = field(default_factory=Counter)
    actions: Counter[tuple[str, str]] = field(default_factory=Counter)
    unreadable: list[tuple[Path, str]] = field(default_factory=list)
    failed: list[tuple[Path, str]] = field(default_factory=list)

    def precision(self, label: str) -> float | None:
        """The share of the pictures given this label that have it; None when none was given it."""
        return self._share(label, sum(count for (_, given), count in self.predicted.items() if given == label))

    def recall(self, label: str) -> float | None:
        """The share of the pictures with this label that were given it; None when there is none."""
        return self._share(label, self.pictures(label))

    def pictures(self, label: str) -> int:
        return sum(count for (true, _), count in self.predicted.items() if true == label)

    def _share(self, label: str, of: int) -> float | None:
        return self.predicted[label, label] / of if of else None


def evaluate(model: ClassifierModel, classifier: PhotoClassifier, folder: Path) -> Evaluation:
    """Classify every file below the folder. Raises FolderRefused and ModelRefused."""
    files = list(_labelled(folder, classifier.labels))
    reading = Reading(classifier.labels, classifier.input.model_dump(mode="json"), classifier.output)
    model.check(reading, "given")
    result = Evaluation()
    with click.progressbar(files, label="pictures", show_pos=True, file=sys.stderr) as shown:
        for label, file in shown:
            _add(result, model, classifier, reading, label, file)
    return result


def _add(
    result: Evaluation, model: ClassifierModel, classifier: PhotoClassifier, reading: Reading, label: str, file: Path
) -> None:
    try:
        picture = process_image(file.read_bytes()).files[CHECKED]
        scores = model.scores(reading, picture)
    except (PictureRefused, OSError) as refused:
        result.unreadable.append(
            (file, refused.code if isinstance(refused, PictureRefused) else type(refused).__name__)
        )
    except ClassificationFailed as failed:
        result.failed.append((file, failed.failure.value))
    else:
        result.predicted[label, max(scores, key=lambda one: scores[one])] += 1
        result.actions[label, classifier.judge(scores).action.value] += 1


def _labelled(folder: Path, labels: list[str]) -> Iterator[tuple[str, Path]]:
    if not folder.is_dir():
        raise FolderRefused(f"{folder} is no folder.")
    folders = sorted(path for path in folder.iterdir() if path.is_dir())
    if unknown := [path.name for path in folders if path.name not in labels]:
        raise FolderRefused(f"{', '.join(unknown)}: no label of the site's document, which has {', '.join(labels)}.")
    found = [(path.name, file) for path in folders for file in sorted(path.rglob("*")) if file.is_file()]
    if not found:
        raise FolderRefused(f"{folder} has no pictures in sub-folders named like the labels {', '.join(labels)}.")
    yield from found
