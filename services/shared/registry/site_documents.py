"""Where site documents are: `<site>.yaml` of a folder, as in a ConfigMap, or `<site>/site.yaml`."""

from pathlib import Path


def site_documents(folder: Path) -> dict[str, Path]:
    """The document of each site by the site's key, sorted. Hidden files are left out."""
    found = {path.stem: path for path in folder.glob("[!.]*.yaml")}
    found |= {path.parent.name: path for path in folder.glob("[!.]*/site.yaml")}
    return dict(sorted(found.items()))
