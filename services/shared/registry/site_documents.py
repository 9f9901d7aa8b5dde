"""Where sites are in a folder.

A document is `<site>.yaml`, as in a ConfigMap, or `<site>/site.yaml`. Other files of a site are in `<site>/`. A key of
a ConfigMap has no slash, so `<site>__pages__en__terms.md` is `<site>/pages/en/terms.md`.
"""

from pathlib import Path

SLASH = "__"


def site_documents(folder: Path) -> dict[str, Path]:
    """The document of each site by the site's key, sorted. Hidden files are left out."""
    found = {path.stem: path for path in folder.glob("[!.]*.yaml") if SLASH not in path.name}
    found |= {path.parent.name: path for path in folder.glob("[!.]*/site.yaml")}
    return dict(sorted(found.items()))


def site_files(folder: Path, key: str) -> dict[str, Path]:
    """The other files of a site by their path in its own folder, sorted. Hidden files are left out."""
    own = folder / key
    inside = {str(path.relative_to(own)): path for path in own.rglob("*") if path.is_file()}
    flat = {path.name.removeprefix(key + SLASH).replace(SLASH, "/"): path for path in folder.glob(f"{key}{SLASH}*")}
    named = sorted((inside | flat).items())
    return {name: path for name, path in named if name != "site.yaml" and "/." not in f"/{name}"}
