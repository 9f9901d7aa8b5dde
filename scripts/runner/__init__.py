"""Set-up, local instances, tests and operation: `scripts/setup`, `up`, `down`, `test` and `pairwise`."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this is the place that tells
    sys.exit("Pairwise needs Python 3.11 or newer; this is Python " + sys.version.split()[0])
