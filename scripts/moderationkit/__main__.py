"""`scripts/pairwise moderation`."""

import argparse
import hashlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from runner.paths import SERVICES
from shared.pictures import ClassifierModel, ModelRefused
from shared.sites import PhotoClassifier, SiteDirectory

from moderationkit.evaluate import FolderRefused, evaluate
from moderationkit.report import report

DOCUMENTS = SERVICES / "shared" / "sites" / "documents"


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Measure an image classifier.")
    commands = made.add_subparsers(dest="command", required=True)
    command = commands.add_parser(
        "evaluate", help="print precision and recall of each label on a folder of pictures, a sub-folder for each label"
    )
    command.add_argument("folder", type=Path, help="folder with one sub-folder per label")
    command.add_argument(
        "--model",
        type=Path,
        default=os.environ.get("CLASSIFIER_MODEL"),
        help="ONNX file; CLASSIFIER_MODEL by default",
    )
    command.add_argument("--site", default="pairwise", help="site whose document defines labels and rules")
    command.add_argument(
        "--sites", type=Path, default=os.environ.get("SITES_DIR", DOCUMENTS), help="folder of the site documents"
    )
    return made


def main(arguments: Sequence[str]) -> int:
    given = parser().parse_args(arguments)
    try:
        if given.model is None:
            raise ModelRefused("Name the ONNX file with --model, or set CLASSIFIER_MODEL.")
        classifier = _rules(given.sites, given.site)
        path = Path(given.model).resolve()
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
        model = ClassifierModel.load(path, sha256)
        result = evaluate(model, classifier, given.folder)
    except (ModelRefused, FolderRefused) as refused:
        print(refused, file=sys.stderr)
        return 1
    print(report(result, classifier.labels, model.sha256))
    return 0


def _rules(folder: Path, site: str) -> PhotoClassifier:
    sites = SiteDirectory(folder)
    if site not in sites.site_keys():
        raise ModelRefused(f"{folder} has no document of the site {site}.")
    classifier = sites.get(site).photo_classifier
    if classifier is None:
        raise ModelRefused(f"The document of the site {site} has no photo_classifier.")
    return classifier


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
