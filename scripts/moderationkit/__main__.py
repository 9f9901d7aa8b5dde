"""`scripts/pairwise moderation`."""

import argparse
import hashlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from runner.paths import SERVICES
from shared.pictures import ClassifierModel, FaceModel, ModelRefused, OnnxModel
from shared.sites import Site, SiteDirectory

from moderationkit.evaluate import FolderRefused, evaluate
from moderationkit.faces import evaluate_faces, report_faces
from moderationkit.report import report

Model = TypeVar("Model", bound=OnnxModel)
DOCUMENTS = SERVICES / "shared" / "sites" / "documents"


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Measure a model of the operator.")
    commands = made.add_subparsers(dest="command", required=True)
    for name, setting, what, sub_folder in (
        ("evaluate", "CLASSIFIER_MODEL", "precision and recall of each label", "label"),
        ("evaluate-faces", "VERIFICATION_MODEL", "the mistakes of a comparison of faces and poses", "person"),
    ):
        command = commands.add_parser(
            name, help=f"print {what} on a folder of pictures, a sub-folder for each {sub_folder}"
        )
        command.add_argument("folder", type=Path, help=f"folder with one sub-folder per {sub_folder}")
        command.add_argument(
            "--model", type=Path, default=os.environ.get(setting), help=f"ONNX file; {setting} by default"
        )
        command.add_argument("--site", default="pairwise", help="site whose document says how the model is read")
        command.add_argument(
            "--sites", type=Path, default=os.environ.get("SITES_DIR", DOCUMENTS), help="folder of the site documents"
        )
    return made


def main(arguments: Sequence[str]) -> int:
    given = parser().parse_args(arguments)
    try:
        print(_evaluate(given) if given.command == "evaluate" else _evaluate_faces(given))
    except (ModelRefused, FolderRefused) as refused:
        print(refused, file=sys.stderr)
        return 1
    return 0


def _evaluate(given: argparse.Namespace) -> str:
    classifier = _site(given).photo_classifier
    if classifier is None:
        raise ModelRefused(f"The document of the site {given.site} has no photo_classifier.")
    model = _load(ClassifierModel, given.model)
    return report(evaluate(model, classifier, given.folder), classifier.labels, model.sha256)


def _evaluate_faces(given: argparse.Namespace) -> str:
    document = _site(given).verification_model
    if document is None:
        raise ModelRefused(f"The document of the site {given.site} has no verification_model.")
    model = _load(FaceModel, given.model)
    return report_faces(evaluate_faces(model, document, given.folder), document, model.sha256)


def _load(kind: type[Model], file: Path | None) -> Model:
    if file is None:
        raise ModelRefused(f"Name the ONNX file with --model, or set {kind.setting}_MODEL.")
    path = Path(file).resolve()
    return kind.load(path, hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None)


def _site(given: argparse.Namespace) -> Site:
    sites = SiteDirectory(given.sites)
    if given.site not in sites.site_keys():
        raise ModelRefused(f"{given.sites} has no document of the site {given.site}.")
    return sites.get(given.site)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
