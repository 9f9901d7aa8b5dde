"""Builds images from their Dockerfiles."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from runner.paths import ROOT

from imagekit import buildah
from imagekit.bases import local_base
from imagekit.buildah import ImageError
from imagekit.images import Image


def version() -> str:
    """The release that this folder is of."""
    chart = (ROOT / "helm/pairwise/Chart.yaml").read_text()
    found = re.search(r'^appVersion: "?([^"\s]+)"?$', chart, re.MULTILINE)
    if found is None:
        raise ImageError("Chart.yaml names no version")
    return found[1]


def build(
    image: Image, tag: str, platforms: Sequence[str] = (), local_bases: bool = False, options: Sequence[str] = ()
) -> str:
    """The name of what was built: an image, or for several platforms a manifest with one each.

    `options` are buildah's own. Raises ImageError.
    """
    name = f"{image.repository}:{tag}"
    buildah.run("build", *_options(image, tag, local_bases), *_target(name, platforms), *options, image.context)
    return name


def _options(image: Image, tag: str, local_bases: bool) -> list[str | Path]:
    arguments = {"VERSION": tag, "REVISION": _git("rev-parse", "HEAD"), "SOURCE": _git("remote", "get-url", "origin")}
    if local_bases:
        arguments[image.base.upper()] = local_base(image.base)
    options: list[str | Path] = ["--file", image.dockerfile, "--format", "oci", "--isolation", buildah.isolation()]
    # Seconds of the commit: the same sources make the same image.
    if seconds := _git("log", "-1", "--format=%ct"):
        options += ["--timestamp", seconds]
    for key, value in arguments.items():
        options += ["--build-arg", f"{key}={value or 'unknown'}"]
    return options


def _target(name: str, platforms: Sequence[str]) -> list[str]:
    return ["--platform", ",".join(platforms), "--manifest", name] if platforms else ["--tag", name]


def _git(*arguments: str) -> str:
    """Empty where this folder is no clone."""
    ran = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.stdout.strip() if ran.returncode == 0 else ""
