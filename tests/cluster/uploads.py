"""Slow uploads of one member from inside the cluster, standard library only: it runs in a pod with the services' image.

Standard input has JSON: address, host, cookie, uploads (how many at once), bytes (of each), seconds (that each takes).
Standard output is JSON at the end: statuses, a count by status; 0 is a connection that broke.
"""

import json
import select
import socket
import sys
import threading
from collections import Counter
from typing import Any

BOUNDARY = "part-of-a-form"
HEAD = (
    f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="file"\r\nContent-Type: image/jpeg\r\n\r\n'
).encode()
END = f"\r\n--{BOUNDARY}--\r\n".encode()
PIECES = 100


def main() -> None:
    asked = json.load(sys.stdin)
    statuses: Counter[int] = Counter()
    lock = threading.Lock()

    def upload() -> None:
        status = _upload(asked)
        with lock:
            statuses[status] += 1

    threads = [threading.Thread(target=upload) for _ in range(asked["uploads"])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps({"statuses": statuses}))


def _upload(asked: Any) -> int:
    """The status of one upload, which stops sending as soon as it is answered."""
    host, _, port = asked["address"].partition(":")
    request = (
        f"POST /api/photo.php HTTP/1.1\r\nHost: {asked['host']}\r\nCookie: {asked['cookie']}\r\nX-Request-Type: app\r\n"
        f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\n"
        f"Content-Length: {len(HEAD) + asked['bytes'] + len(END)}\r\nConnection: close\r\n\r\n"
    )
    try:
        with socket.create_connection((host, int(port)), timeout=90) as connection:
            connection.sendall(request.encode() + HEAD)
            piece = b"\0" * (asked["bytes"] // PIECES)
            for _ in range(PIECES):
                if select.select([connection], [], [], asked["seconds"] / PIECES)[0]:
                    return _status(connection)
                connection.sendall(piece)
            connection.sendall(b"\0" * (asked["bytes"] - PIECES * len(piece)) + END)
            return _status(connection)
    except OSError:
        return 0


def _status(connection: socket.socket) -> int:
    words = connection.recv(4096).split(b" ", 2)
    return int(words[1]) if len(words) > 1 else 0


if __name__ == "__main__":
    main()
