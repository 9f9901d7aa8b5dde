"""A worker that sends postbacks, as a process for a test to kill.

`python -m lander.tests.postback_worker DATABASE URL`, with the URL of the network's stand-in.
"""

import sys
import time

from lander.clients import networks
from lander.clients.networks import NetworkPostbacks
from lander.storage import LanderUnit
from lander.usecases.send_postbacks import send_postbacks
from shared.kit.db import Database

# A stand-in that never answers is waited for briefly.
networks.READ_SECONDS = 0.5


def main(database_url: str, stand_in: str) -> None:
    database, sender = Database(database_url), NetworkPostbacks(stand_in)
    while True:
        if send_postbacks(lambda: LanderUnit(database), sender) == 0:
            time.sleep(0.02)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
