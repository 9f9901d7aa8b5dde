"""What ends a process without a bound on its memory: slow uploads for the gateway, large photos for profiles-web."""

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import httpx
from runner.paths import ROOT
from shared.pictures.tests.makers import jpeg

from imagekit.trial.visit import HOST, VisitFailed, browser_of, new_member

# The same that tests of a real cluster run in a pod.
SCRIPT = ROOT / "tests" / "cluster" / "uploads.py"
UPLOADS, BYTES, SECONDS = 200, 20_000_000, 40
PHOTOS, PHOTO_MEMBERS = 16, 4
OTHERS, PAUSE = 5, 0.25
AFTERWARDS = 120
# A gateway that is full says 503 or 429 at once; these would be requests that it took and lost.
LOST = {"500", "502", "504"}


def many_uploads(gateway: str) -> None:
    """Send them, and print statuses and how long others waited. Raises VisitFailed for a lost request."""
    with Others(gateway) as others:
        statuses = _slow_uploads(gateway)
    _say(f"{UPLOADS} slow uploads of {BYTES // 10**6} MB by one member", statuses, others)
    if sum(statuses.values()) != UPLOADS or statuses.keys() & LOST:
        raise VisitFailed(f"uploads were lost: {dict(statuses)}")
    with Others(gateway) as others:
        statuses = _photos(gateway)
    _say(f"{PHOTOS} photos of 50 megapixels at once", statuses, others)
    if statuses.keys() - {"201", "503"}:
        raise VisitFailed(f"photos were lost: {dict(statuses)}")
    _one_photo(gateway)


def _slow_uploads(gateway: str) -> Counter[str]:
    asked: dict[str, object] = {"address": f"{gateway}:8080", "host": HOST, "cookie": new_member(gateway)["Cookie"]}
    asked |= {"uploads": UPLOADS, "bytes": BYTES, "seconds": SECONDS}
    ran = subprocess.run([sys.executable, SCRIPT], input=json.dumps(asked), capture_output=True, text=True, check=True)
    return Counter(json.loads(ran.stdout)["statuses"])


def _photos(gateway: str) -> Counter[str]:
    photo, members = jpeg(8000, 6250), [new_member(gateway) for _ in range(PHOTO_MEMBERS)]

    def upload(number: int) -> str:
        with browser_of(gateway) as browser:
            headers = members[number % PHOTO_MEMBERS]
            form = {"data": {"id": str(uuid4())}, "files": {"photo": ("file", photo)}}
            return str(browser.post("/api/photo.php", headers=headers, timeout=120, **form).status_code)  # type: ignore[arg-type]

    with ThreadPoolExecutor(PHOTOS) as pool:
        return Counter(pool.map(upload, range(PHOTOS)))


def _one_photo(gateway: str) -> None:
    """What was too much at once is possible afterwards."""
    photo, headers, deadline = jpeg(8000, 6250), new_member(gateway), time.monotonic() + AFTERWARDS
    with browser_of(gateway) as browser:
        while time.monotonic() < deadline:
            form = {"data": {"id": str(uuid4())}, "files": {"photo": ("file", photo)}}
            answer = browser.post("/api/photo.php", headers=headers, timeout=120, **form)  # type: ignore[arg-type]
            if answer.status_code == 201:
                return
    raise VisitFailed(f"one photo alone: {answer.status_code} {answer.text}")


class Others:
    """Members who read while something happens; `seconds` has how long each answer took."""

    def __init__(self, gateway: str) -> None:
        self._gateway = gateway
        self.seconds: list[float] = []
        self.failed: list[str] = []
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._read) for _ in range(OTHERS)]

    def __enter__(self) -> "Others":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _read(self) -> None:
        headers = new_member(self._gateway)
        while not self._over.wait(PAUSE):
            begun = time.monotonic()
            # A connection of its own, as a browser that has just come.
            with browser_of(self._gateway) as browser:
                try:
                    status = browser.get("/api/user.php", headers=headers).status_code
                except httpx.HTTPError as error:
                    status = 0
                    self.failed.append(type(error).__name__)
            self.seconds.append(time.monotonic() - begun)
            if status >= 500:
                self.failed.append(str(status))


def _say(what: str, statuses: Counter[str], others: Others) -> None:
    times = sorted(others.seconds) or [0.0]
    answers = ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items()))
    waited = f"p50 {times[len(times) // 2] * 1000:.0f} ms, p99 {times[int(len(times) * 0.99)] * 1000:.0f} ms"
    print(f"{what}: {answers}; {len(others.seconds)} requests of others, {waited}", flush=True)
    if others.failed:
        raise VisitFailed(f"others were not answered: {others.failed[:10]}")
