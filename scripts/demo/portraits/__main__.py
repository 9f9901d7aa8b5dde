"""Write every portrait in the sizes browsers ask for: `python -m demo.portraits FOLDER [--jobs N]`."""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

# One photo in each process: threads inside libvips would compete for the same cores.
os.environ.setdefault("VIPS_CONCURRENCY", "1")

from . import PHOTOS
from .resize import write_sizes


def main() -> None:
    parser = argparse.ArgumentParser(prog="demo.portraits", description="Write the portraits of the demo members.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    photos = sorted(PHOTOS.glob("*.webp"))
    with ProcessPoolExecutor(given.jobs) as pool:
        list(pool.map(partial(write_sizes, folder=given.folder), photos, chunksize=16))
    print(f"{len(photos)} portraits")


if __name__ == "__main__":
    main()
