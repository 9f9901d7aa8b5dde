"""Deletes what the services never read from their packages: data of other languages and other products, and tests.

Run by the Dockerfiles of services and tools with the services' own Python; imports `shared.languages` alone.
"""

import shutil
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from shared.languages import LOCALES, languages_to_add

# Norwegian is the parent of Bokmål in Babel's data.
BABEL = {*LOCALES, "no"}
# Those that a site may add, without their variants by country.
BASIC = languages_to_add()
# An object store, and the ways to sign in to it.
BOTOCORE = {"s3", "sso", "sso-oidc", "sts"}
# Pixels come decoded from libvips: nothing draws letters or reads AVIF by Pillow, which loads both only when asked.
PILLOW = [
    "PIL/_avif.*",
    "PIL/_imagingft.*",
    "pillow.libs/libavif-*",
    "pillow.libs/libfreetype-*",
    "pillow.libs/libharfbuzz-*",
]
# The database is PostgreSQL; SQLAlchemy and Alembic load a dialect when it is named.
DIALECTS = ["mssql", "mysql", "oracle", "sqlite"]
# Bank accounts are validated by their general rules; the modules of countries and the other registers are unread.
STDNUM = {"__init__", "exceptions", "iban", "iso7064", "numdb", "util"}
PHONENUMBERS = ["geodata", "carrierdata", "tzdata", "geocoder.py", "carrier.py", "timezone.py"]


def unread(packages: Path) -> Iterator[Path]:
    """Files and folders of these packages that may go."""
    for data in (packages / "babel" / "locale-data").glob("*.dat"):
        if data.stem != "root" and data.stem not in BASIC and data.stem.split("_")[0] not in BABEL:
            yield data
    for product in (packages / "botocore" / "data").iterdir():
        if product.is_dir() and product.name not in BOTOCORE:
            yield product
    yield from (packages / "phonenumbers" / name for name in PHONENUMBERS)
    yield from (packages / "sqlalchemy" / "dialects" / name for name in DIALECTS)
    yield from (path for path in (packages / "stdnum").iterdir() if path.stem not in STDNUM)
    # RECORD is what an installer reads, of which there is none.
    for name in ("*.pyi", "*.pyx", "*.pxd", "*.c", "*.h", "*.exe", "RECORD"):
        yield from packages.rglob(name)
    yield from (folder for name in ("test", "tests") for folder in packages.rglob(name) if folder.is_dir())
    yield from (packages / package / "testing" for package in ("alembic", "sqlalchemy"))
    yield packages / "babel" / "messages"
    yield from (path for pattern in PILLOW for path in packages.glob(pattern))


def main() -> None:
    packages = Path(sysconfig.get_path("purelib"))
    for path in list(unread(packages)):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
