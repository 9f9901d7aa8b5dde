"""The operator's model that compares faces, where a brand's document uses one."""

from collections.abc import Iterator
from pathlib import Path

from shared.doctor.finding import Finding, Installation
from shared.pictures import FaceModel, ModelRefused
from shared.sites import Site


def face_model_is_there(installation: Installation, site: Site) -> Iterator[Finding]:
    """The model that the document names to members runs. Where the file can be read here, it is the one of the hash;
    a process that serves tries it with the document besides, and does not start with another."""
    document = site.verification_model
    if document is None or not document.asks:
        return
    name = "VERIFICATION_MODEL"
    if not (path := installation.environ.get(name, "")):
        problem = f"is not set: people alone compare pictures, and texts of {site.name} speak of a computer too"
        yield Finding(name, problem, "name the ONNX file, or take verification_model out of the document")
        return
    if Path(path).is_file():
        try:
            FaceModel.load(Path(path), installation.environ.get("VERIFICATION_SHA256"))
        except ModelRefused as refused:
            yield Finding(name, str(refused), "give the file and its SHA-256, and install onnxruntime")
