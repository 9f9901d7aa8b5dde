"""python -m demo.portraits OUTDIR [--jobs N]"""

import argparse
import os
from pathlib import Path

# Each process works on its own photo, so more threads would only get in each other's way.
os.environ.setdefault("VIPS_CONCURRENCY", "1")

from .gallery import build


def main() -> None:
    parser = argparse.ArgumentParser(prog="demo.portraits", description="Draw the portraits of the demo members.")
    parser.add_argument("outdir", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    asked = parser.parse_args()
    print("portraits drawn" if build(asked.outdir, asked.jobs) else "portraits are up to date")


if __name__ == "__main__":
    main()
