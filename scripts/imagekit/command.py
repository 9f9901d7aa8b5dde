"""`scripts/pairwise images`."""

import argparse
import json
import sys
from collections.abc import Sequence

from runner.paths import BUILD

from imagekit import buildah
from imagekit.bases import PACKAGES, local_base, make_base
from imagekit.build import build, version
from imagekit.buildah import ImageError
from imagekit.check import added_bytes, flaws
from imagekit.distribution import join, push, save
from imagekit.images import IMAGES, Image, image
from imagekit.sbom import bill

BILLS = BUILD / "sbom"


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="pairwise images", description="Build and check container images with buildah.")
    commands = made.add_subparsers(dest="command", required=True)
    bases = commands.add_parser("bases", help="make base images from Debian packages, without a registry")
    bases.add_argument("bases", nargs="*", metavar="BASE", help=f"all by default: {', '.join(PACKAGES)}")
    for name, meaning in (
        ("build", "build images; options after -- are buildah's own"),
        ("check", "check built images and write their bills of materials to .build/sbom"),
        ("save", "write built images to .build/images"),
        ("push", "push built images to a registry and print their digests"),
        ("join", "give pushed images of several architectures one name, and print its digest"),
    ):
        command = commands.add_parser(name, help=meaning)
        command.add_argument("images", nargs="*", metavar="IMAGE", help=f"all by default: {', '.join(_names())}")
        command.add_argument("--tag", default=version(), help="image tag; the version of the chart by default")
        if name in ("build", "check"):
            command.add_argument("--local-bases", action="store_true", help="use the bases made by `images bases`")
        if name in ("push", "join"):
            command.add_argument("--registry", required=True, help="registry, as in the chart's image.registry")
        if name == "push":
            command.add_argument("--architecture", default="", metavar="ARCH", help="push one architecture for `join`")
        if name == "join":
            command.add_argument("--architecture", action="append", required=True, metavar="ARCH", help="repeatable")
        if name == "build":
            command.add_argument(
                "--platform", action="append", default=[], metavar="OS/ARCH", help="target platform; repeatable"
            )
    return made


def main(arguments: Sequence[str]) -> int:
    own, after = _split(list(arguments))
    given = parser().parse_args(own)
    try:
        return _perform(given, after)
    except (ImageError, KeyError) as error:
        print(f"No such image: {error}" if isinstance(error, KeyError) else error, file=sys.stderr)
        return 1


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at + 1 :]


def _perform(given: argparse.Namespace, options: Sequence[str]) -> int:
    if given.command == "bases":
        for base in given.bases or PACKAGES:
            make_base(base)
        return 0
    images = [image(name) for name in given.images or _names()]
    if given.command == "build":
        for each in images:
            print(build(each, given.tag, given.platform, given.local_bases, options))
        return 0
    if given.command == "save":
        for each in images:
            print(save(each, given.tag))
        return 0
    if given.command == "push":
        for each in images:
            print(push(each, given.tag, given.registry, given.architecture))
        return 0
    if given.command == "join":
        for each in images:
            print(join(each, given.tag, given.registry, given.architecture))
        return 0
    return int(sum(_is_flawed(each, given.tag, given.local_bases) for each in images) > 0)


def _is_flawed(each: Image, tag: str, on_local_bases: bool) -> bool:
    name = f"{each.repository}:{tag}"
    base = local_base(each.base) if on_local_bases else each.named_base()
    size = added_bytes(name, base)
    found = flaws(each, name, size)
    with buildah.mounted(name) as files:
        BILLS.mkdir(parents=True, exist_ok=True)
        contents = bill(files, each.repository, tag)
        (BILLS / f"{each.name}.cdx.json").write_text(json.dumps(contents, indent=1))
    summary = f"{size / 1e6:.1f} MB over its base, {len(contents['components'])} packages"
    print(f"{'FAILED' if found else 'ok    '} {name}: {summary}")
    for flaw in found:
        print(f"         {flaw}")
    return bool(found)


def _names() -> list[str]:
    return [each.name for each in IMAGES]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
