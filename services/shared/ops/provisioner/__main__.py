"""Keep the streams and consumers of NATS as the registry says, until SIGTERM: `python -m shared.ops.provisioner`.

Environment: NATS_URL with its own user, NATS_AUTHORITY, PAIRWISE_HEALTH_LISTEN; STREAM_REPLICAS and STREAM_MAX_BYTES,
without which streams keep what they have. One process is enough: while it is away everything that exists goes on. Two
of different releases would change the same consumers back and forth.
"""

import argparse
import asyncio
import os

from shared.kit.core import variable
from shared.kit.core.logs import set_up_logs
from shared.ops.provisioner.plan import Bounds, plan_of
from shared.ops.provisioner.process import run
from shared.registry.services import services


def _consumer(text: str) -> tuple[str, str]:
    durable, _, subject = text.partition("=")
    if not (durable and subject):
        raise argparse.ArgumentTypeError("give DURABLE=SUBJECT")
    return durable, subject


def _number(name: str) -> int | None:
    return int(os.environ[name]) if os.environ.get(name) else None


def main() -> None:
    """Run the provisioner with the arguments of the command line until SIGTERM."""
    parser = argparse.ArgumentParser(prog="python -m shared.ops.provisioner", description=__doc__)
    parser.add_argument("--service", action="append", metavar="NAME", help="only this one's stream; repeatable")
    parser.add_argument("--also", type=_consumer, action="append", default=[], metavar="DURABLE=SUBJECT")
    arguments = parser.parse_args()
    set_up_logs("provisioner", "provisioner")
    chosen = [service for service in services() if arguments.service is None or service.name in arguments.service]
    plan = plan_of(chosen, dict(arguments.also), Bounds(_number("STREAM_REPLICAS"), _number("STREAM_MAX_BYTES")))
    health_listen, authority = os.environ.get("PAIRWISE_HEALTH_LISTEN", "127.0.0.1:0"), os.environ.get("NATS_AUTHORITY")
    asyncio.run(run(variable("NATS_URL"), health_listen, plan, authority))


if __name__ == "__main__":
    main()
