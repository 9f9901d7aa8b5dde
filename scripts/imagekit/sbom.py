"""The software bill of materials of an image, as CycloneDX 1.6: packages of Debian, Python and npm."""

import json
import re
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

Component = dict[str, Any]


def bill(files: Path, name: str, version: str) -> dict[str, Any]:
    """What the image with these files is made of, in a stable order."""
    components = {each["purl"]: each for each in (*_debian(files), *_python(files), *_npm(files))}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "container", "bom-ref": name, "name": name, "version": version}},
        "components": [components[purl] for purl in sorted(components)],
    }


def _component(kind: str, name: str, version: str, licence: str = "") -> Component:
    purl = f"pkg:{kind}/{quote(name, safe='/')}@{quote(version)}"
    licences = {"licenses": [{"license": {"name": licence}}]} if licence else {}
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl, **licences}


def _debian(files: Path) -> Iterator[Component]:
    status = files / "var/lib/dpkg/status"
    entries = status.read_text().strip().split("\n\n") if status.exists() else []
    # Slim images keep one file for each package instead.
    entries += [file.read_text() for file in sorted((files / "var/lib/dpkg/status.d").glob("*")) if file.is_file()]
    for entry in filter(None, entries):
        package = HeaderParser().parsestr(entry)
        if "deinstall" not in (package["Status"] or ""):
            yield _component("deb", f"debian/{package['Package']}", package["Version"])


def _python(files: Path) -> Iterator[Component]:
    for metadata in files.glob("venv/lib/python3*/site-packages/*.dist-info/METADATA"):
        package = HeaderParser().parsestr(metadata.read_text(errors="replace"))
        name = re.sub(r"[-_.]+", "-", package["Name"]).lower()
        yield _component("pypi", name, package["Version"], package["License-Expression"] or "")


def _npm(files: Path) -> Iterator[Component]:
    modules = files / "app/node_modules"
    for description in (*modules.glob("*/package.json"), *modules.glob("@*/*/package.json")):
        package = json.loads(description.read_text())
        licence = package.get("license")
        yield _component("npm", package["name"], package["version"], licence if isinstance(licence, str) else "")
