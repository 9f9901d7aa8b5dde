"""Visitors who ask all the time while something behind the gateway changes."""

import threading
import time

import httpx

from gateway.tests.conftest import TIMEOUT_SECONDS

ASKED = "/api/chats.php"


class Visitors:
    """Clients that ask continuously with a fixed token, each time on a new connection."""

    def __init__(self, base_url: str) -> None:
        self.token, self.answers, self.failures = "", 0, list[str]()
        self._base_url, self._stopped = base_url, threading.Event()
        self._threads = [threading.Thread(target=self._ask) for _ in range(3)]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def _ask(self) -> None:
        while not self._stopped.is_set():
            try:
                with httpx.Client(base_url=self._base_url, timeout=TIMEOUT_SECONDS) as client:
                    for _ in range(5):
                        status = client.get(ASKED, headers={"cookie": f"token={self.token}"}).status_code
                        self.answers += 1
                        if status != 200:
                            self.failures.append(str(status))
            except httpx.HTTPError as error:
                self.failures.append(repr(error))

    def wait_for_more(self) -> None:
        so_far = self.answers
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while self.answers < so_far + 50 and time.monotonic() < deadline:
            time.sleep(0.01)

    def stop(self) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join()
