"""A network's server that fails in every way before it accepts a postback, and logs all requests."""

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from urllib.parse import parse_qs, urlsplit

TEMPLATE = "{url}/pb?cid={{sub1}}&st={{goal}}&sum={{payout}}&cur={{currency}}&tx={{txid}}&of={{original}}"
# How the first requests of a transaction fail; `none` accepts it.
FAULTS = ("500", "drops", "hangs", "none")
FAULTS_EACH = 2


@dataclass(frozen=True)
class Request:
    """One request with the meaning of its transaction id, and whether the network has accepted it."""

    transaction: str
    meaning: tuple[str, ...]
    is_accepted: bool

    @property
    def goal(self) -> str:
        return self.meaning[0]

    @property
    def click(self) -> str:
        return self.meaning[1]


@dataclass
class UnreliableNetwork:
    url: str = ""
    faults: Sequence[str] = FAULTS
    log: list[Request] = field(default_factory=list)
    unexpected: list[str] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    _requests: Counter[str] = field(default_factory=Counter)
    _random: Random = field(default_factory=lambda: Random(7))  # noqa: S311 - faults that can be repeated
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def template(self) -> str:
        return TEMPLATE.format(url=self.url)

    @property
    def accepted(self) -> list[Request]:
        return [each for each in self.log if each.is_accepted]

    def fault_of(self, path: str) -> str:
        """Log the request, and say how it fails."""
        parts = urlsplit(path)
        values = {name: each[0] for name, each in parse_qs(parts.query, keep_blank_values=True).items()}
        with self._lock:
            if parts.path != "/pb":
                self.unexpected.append(path)
                return "none"
            transaction = values["tx"]
            self._requests[transaction] += 1
            fault = self._random.choice(self.faults) if self._requests[transaction] <= FAULTS_EACH else "none"
            meaning = tuple(values[name] for name in ("st", "cid", "sum", "cur", "of"))
            self.log.append(Request(transaction, meaning, fault == "none"))
            return fault


@contextmanager
def unreliable_network(faults: Sequence[str] = FAULTS) -> Iterator[UnreliableNetwork]:
    network = UnreliableNetwork(faults=faults)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            fault = network.fault_of(self.path)
            if fault == "hangs":
                network.released.wait(60)
            if fault in ("hangs", "drops"):
                self.close_connection = True
                return
            self.send_response({"none": 200, "500": 500, "redirects": 302}[fault])
            if fault == "redirects":
                self.send_header("Location", f"{network.url}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def handle_one_request(self) -> None:
            try:
                super().handle_one_request()
            except ConnectionError:  # of a worker that was killed
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    network.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield network
    finally:
        network.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
