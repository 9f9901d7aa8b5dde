"""`scripts/up`: the whole product, on real backing services."""

import argparse
import os
import signal
import sys
import time
from ipaddress import ip_address
from pathlib import Path
from types import FrameType

from shared.registry import services

from runner import accounts, ports, postgres, prepare, processes, supervisor
from runner.home import Home
from runner.instance import Instance
from runner.paths import REGISTRY_FILE
from runner.process_exits import ProcessExits
from runner.readiness import wait_until_ready
from runner.stop import running_supervisor, stop
from runner.timings import Timings

DEFAULT_MEMBERS = 2000
# Mail, pushes and the desk of an instance with demo members are for its own machine.
LOOPBACK = "127.0.0.1"
BACKING_SERVICES_SECONDS = 60
# For a machine that does much else: twenty processes import at once.
READY_SECONDS = 600


class CannotStart(Exception):
    """The message gives the reason and the remedy."""


class Stopped(Exception):
    """SIGTERM or SIGINT was received."""


def main() -> int:
    arguments = parse()
    signal.signal(signal.SIGTERM, _stop_signal)
    signal.signal(signal.SIGINT, _stop_signal)
    home = Home.from_environment()
    port, listen = int(os.environ.get("PORT", "8080")), os.environ.get("LISTEN", LOOPBACK)
    try:
        refuse_to_start_twice(home)
        refuse_a_taken_port(port, listen)
    except CannotStart as reason:
        print(reason, file=sys.stderr)
        return 1
    try:
        timings = Timings()
        durable = not arguments.without_sync
        instance = start(home, port, arguments.members, arguments.registry, timings, listen=listen, durable=durable)
        print(ready_lines(instance), flush=True)
        if arguments.timings:
            print(*timings.lines(pids(instance)), sep="\n", flush=True)
        if not arguments.detach:
            watch(home)
    except (Stopped, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print("stopping ...", flush=True)
        stop(home)
    except (CannotStart, prepare.PreparationFailed, RuntimeError) as failure:
        print(failure, file=sys.stderr)
        stop(home)
        return 1
    return 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/up", description="Run the whole product on this machine.")
    parser.add_argument(
        "--detach", action="store_true", help="return when the product is ready; stop it with `scripts/down`"
    )
    parser.add_argument("--timings", action="store_true", help="print the duration of each start-up step")
    parser.add_argument("--members", type=int, metavar="N", help=f"number of demo members (default {DEFAULT_MEMBERS})")
    parser.add_argument("--registry", type=Path, default=REGISTRY_FILE, help=argparse.SUPPRESS)
    parser.add_argument("--without-sync", action="store_true", help=argparse.SUPPRESS)
    parser.epilog = (
        "PORT: the public port (8080). LISTEN: its address (127.0.0.1); 0.0.0.0 or :: lets other machines in, who "
        "read all mail and log in as staff. PAIRWISE_HOME: where data, logs and secrets live (.local)."
    )
    return parser.parse_args()


def start(
    home: Home,
    port: int,
    members: int | None,
    registry: Path,
    timings: Timings,
    *,
    listen: str = LOOPBACK,
    durable: bool = True,
) -> Instance:
    """Start the instance and wait until every process is ready."""
    home.make()
    with timings.step("what a killed run left"):
        stop(home)
    if members is None:
        # As many as it has; an instance that has none gets the usual number.
        members = home.recall("members", DEFAULT_MEMBERS)
    instance = Instance.at(home, services(registry), port, members)
    with timings.step("data and configuration"):
        prepare.open_folders(instance)
        account = accounts.for_postgres()
        files = postgres.files_for(account, home.folder_for(account))
        data = prepare.postgres_data(instance, account, files)
        backing = processes.backing_services(instance, account, files, data, durable=durable)
        product = processes.product(instance)
        prepare.write_configurations(instance, backing + product + processes.successors(instance), listen)

    with timings.step("supervisord"):
        running = supervisor.launch(instance)
        control = supervisor.Supervisor(instance.ports["supervisor"], instance.keys.supervisor())
        control.start_group(processes.BACKING_SERVICES)
    with timings.step("libraries to fork from"):
        control.preload()
    with timings.step("backing services"):
        _wait_for_backing_services(instance, backing, timings)
    with timings.step("databases"):
        prepare.ensure_databases(instance)
    with timings.step("migrations"):
        prepare.migrate(instance, data)
    with timings.step("demo members"):
        prepare.seed(instance, data)
    home.remember("members", members)
    with timings.step("product"):
        control.start_group(processes.PRODUCT)
        late = wait_until_ready(
            product, READY_SECONDS, give_up=lambda: running.poll() is not None, note_ready=timings.note_ready
        )
    if late:
        raise CannotStart("\n".join(f"{one.name} is not ready; log: {_log(home, one.name)}" for one in late))
    return instance


def pids(instance: Instance) -> dict[str, int]:
    control = supervisor.Supervisor(instance.ports["supervisor"], instance.keys.supervisor())
    return {process["name"]: process["pid"] for process in control.processes() if process["pid"]}


def _wait_for_backing_services(instance: Instance, backing: list[processes.Process], timings: Timings) -> None:
    deadline = time.monotonic() + BACKING_SERVICES_SECONDS
    while not postgres.answers(instance.superuser_url):
        if time.monotonic() > deadline:
            raise CannotStart(f"postgres does not answer; log: {_log(instance.home, 'postgres')}")
        time.sleep(0.1)
    timings.note_ready("postgres")
    for late in wait_until_ready(
        backing, BACKING_SERVICES_SECONDS, give_up=lambda: False, note_ready=timings.note_ready
    ):
        raise CannotStart(f"{late.name} does not answer; log: {_log(instance.home, late.name)}")


def refuse_to_start_twice(home: Home) -> None:
    if running_supervisor(home):
        port = home.recall("public", {}).get("port")
        raise CannotStart(
            f"Pairwise already runs from {home.path} on http://localhost:{port}; `scripts/down` stops it."
        )


def refuse_a_taken_port(port: int, listen: str) -> None:
    try:
        ip_address(listen)
    except ValueError as error:
        raise CannotStart(f"LISTEN is an IP address, such as {LOOPBACK} or 0.0.0.0, not {listen}") from error
    if ports.is_free(port, listen):
        return
    by = ports.holder(port) or "another program"
    raise CannotStart(f"Port {port} is taken by {by}. Stop it, or choose another: PORT={port + 1} scripts/up")


def ready_lines(instance: Instance) -> str:
    # The people are made from large lists, which only these lines need.
    from demo.logins import DEMO_PASSWORD, DESK_SECRET, login_of_iskra, login_of_marketing, logins, logins_of_the_desk

    lines = [f"Pairwise is ready on {instance.public_url}"]
    for person, kind in zip(logins(), ("free", "premium"), strict=True):
        lines.append(f"  log in as {person.email} ({person.display_name}, {kind}), password {DEMO_PASSWORD}")
    polish, address = login_of_iskra(), instance.public_url.replace("//localhost", "//iskra.localhost")
    lines.append(
        f"  the second site, Iskra: {address}; log in as {polish.email} ({polish.display_name}), same password"
    )
    for path, person in (("/staff", logins_of_the_desk()[0]), ("/marketing", login_of_marketing())):
        lines.append(
            f"  {instance.public_url}{path}: log in as {person.email} ({person.display_name}), same password, "
            f"with a code of the authenticator {DESK_SECRET}"
        )
    caught = "  " + ", ".join(
        f"{name}: {instance.public_url}/dev/{path}"
        for name, path in (("mail", "mailbox"), ("text messages", "sms"), ("pushes", "push"), ("postbacks", "networks"))
    )
    return "\n".join([*lines, caught, f"  logs: {instance.home.logs}"])


def watch(home: Home) -> None:
    """Report every process that exits, until a signal stops us or supervisord itself is gone."""
    exits = ProcessExits(home.logs / "supervisord.log")
    while running_supervisor(home):
        for name, reason in exits.new():
            print(f"{name} stopped ({reason}) and was started again; log: {_log(home, name)}", flush=True)
        time.sleep(0.5)
    # A process stopped by `scripts/down` is not reported; a supervisord that died is.
    stop(home)


def _log(home: Home, name: str) -> Path:
    return home.logs / f"{name}.log"


def _stop_signal(number: int, frame: FrameType | None) -> None:
    raise Stopped()


if __name__ == "__main__":
    sys.exit(main())
