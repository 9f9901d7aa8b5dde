"""Load from inside the cluster, standard library only: it runs in a pod with the services' image.

Standard input has JSON: address, host, seconds, fewest, rate, and members: cookie, writes_to (a profile), visitor (an
address). It ends at SIGTERM, once it has made `fewest` requests, and after `seconds` at the latest.
Standard output is JSON at the end: requests, failed (status and path of each), acknowledged (ids of messages), p99_ms.
"""

import http.client
import json
import signal
import sys
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any


def main() -> None:
    asked = json.load(sys.stdin)
    told = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: told.set())
    until = time.monotonic() + asked["seconds"]
    members = asked["members"]
    pause = len(members) / asked["rate"]
    outcome: dict[str, Any] = {"requests": 0, "failed": [], "acknowledged": [], "times": []}
    lock = threading.Lock()

    def goes_on() -> bool:
        is_over = told.is_set() and outcome["requests"] >= asked["fewest"]
        return not is_over and time.monotonic() < until

    threads = [
        threading.Thread(target=_be, args=(asked, number, member, pause, goes_on, outcome, lock))
        for number, member in enumerate(members)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times = sorted(outcome.pop("times"))
    outcome["p99_ms"] = round(times[int(len(times) * 0.99)] * 1000) if times else 0
    print(json.dumps(outcome))


def _be(
    asked: Any,
    number: int,
    member: Any,
    pause: float,
    goes_on: Callable[[], bool],
    outcome: Any,
    lock: threading.Lock,
) -> None:
    time.sleep(pause * number / len(asked["members"]))
    turn = 0
    while goes_on():
        begun, turn = time.monotonic(), turn + 1
        message_id = str(uuid.uuid4())
        if turn % 3 == 0:
            body = {"id": message_id, "profile_id": member["writes_to"], "text": f"load {turn}"}
            method, path = "POST", "/api/chat.php"
        else:
            body, method = None, "GET"
            path = "/api/chats.php" if turn % 3 == 1 else "/api/user.php"
        status = _ask(asked, member, method, path, body)
        with lock:
            outcome["requests"] += 1
            outcome["times"].append(time.monotonic() - begun)
            if not 200 <= status < 300:
                outcome["failed"].append(f"{status} {method} {path}")
            elif body:
                outcome["acknowledged"].append(message_id)
        time.sleep(max(0.0, pause - (time.monotonic() - begun)))


def _ask(asked: Any, member: Any, method: str, path: str, body: Any) -> int:
    """The status of one request on a connection of its own, as browsers behind an ingress have it; 0 when it broke."""
    headers = {"Host": asked["host"], "Cookie": member["cookie"], "X-Request-Type": "app"}
    headers["X-Forwarded-For"] = member["visitor"]
    content = None
    if body is not None:
        content, headers["Content-Type"] = json.dumps(body), "application/json"
    connection = http.client.HTTPConnection(asked["address"], timeout=20)
    try:
        connection.request(method, path, content, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


if __name__ == "__main__":
    main()
