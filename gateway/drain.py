"""Drain an Envoy before SIGTERM: `python -m gateway.drain ADMIN SECONDS`.

For so many seconds it answers requests and asks each client to open its next connection elsewhere.
"""

import sys
import time
import urllib.request

TIMEOUT_SECONDS = 2


def drain(admin: str) -> None:
    """Begin to leave."""
    begin = urllib.request.Request(f"http://{admin}/drain_listeners?graceful", method="POST")
    urllib.request.urlopen(begin, timeout=TIMEOUT_SECONDS).close()  # noqa: S310 - our own address


def main() -> None:
    admin, seconds = sys.argv[1:]
    drain(admin)
    time.sleep(float(seconds))


if __name__ == "__main__":
    main()
