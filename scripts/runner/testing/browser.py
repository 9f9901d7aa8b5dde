"""Chromium for the tests that need a browser."""

import os
import shutil

from runner.testing import programs

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
HINT = "Browser tests need Chromium. Install it (Debian: `sudo apt-get install chromium`) or set CHROMIUM to its path."


def chromium() -> str | None:
    """The browser's path: CHROMIUM when set, else the first that is installed."""
    if chosen := os.environ.get("CHROMIUM"):
        return chosen if os.access(chosen, os.X_OK) else None
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def ensure() -> str | None:
    """Installs Chromium where we may; None when there is none, having said how to get it."""
    if path := chromium():
        return path
    programs.install("chromium")
    path = chromium()
    if path is None:
        print(HINT, flush=True)
    return path
