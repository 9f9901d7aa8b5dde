"""`scripts/simulate`."""

import argparse
import sys
from collections.abc import Sequence

from capacity.page import PAGE, page_with


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/simulate", description="Pods, connections and streams for members.")
    parser.add_argument("--page", action="store_true", required=True, help="write the table of k8s/scale.md")
    parser.parse_args(arguments)
    PAGE.write_text(page_with(PAGE.read_text()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
