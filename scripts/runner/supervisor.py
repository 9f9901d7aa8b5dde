"""supervisord: its configuration, and a client of its XML-RPC interface."""

import configparser
import io
import os
import subprocess
import time
import xmlrpc.client
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from runner import environment
from runner.instance import Instance
from runner.paths import PYTHON, ROOT
from runner.processes import BACKING_SERVICES, NEXT, PRODUCT, Process

USER = "pairwise"
START_SECONDS = 60
# As terminationGracePeriodSeconds in the chart; a service drains its requests in ten.
STOP_SECONDS = 30


def configuration(instance: Instance, processes: Iterable[Process], common: dict[str, str]) -> str:
    """supervisord's configuration; it contains secrets."""
    home = instance.home
    sections: dict[str, dict[str, Any]] = {
        "supervisord": {
            "logfile": home.logs / "supervisord.log",
            "logfile_maxbytes": "5MB",
            "logfile_backups": 1,
            "pidfile": home.run / "supervisord.pid",
            "childlogdir": home.logs,
            "directory": ROOT,
            "nodaemon": "true",
            "silent": "true",
            # Closed files cost nothing; each process has three and each stream one.
            "minfds": 1024,
            **({"user": "root"} if os.geteuid() == 0 else {}),
        },
        "inet_http_server": {
            "port": instance.address("supervisor"),
            "username": USER,
            "password": instance.keys.supervisor(),
        },
        "rpcinterface:supervisor": {
            "supervisor.rpcinterface_factory": "supervisor.rpcinterface:make_main_rpcinterface",
        },
        "rpcinterface:libraries": {"supervisor.rpcinterface_factory": "runner.forking:make_interface"},
    }
    groups: dict[str, list[str]] = {BACKING_SERVICES: [], PRODUCT: [], NEXT: []}
    for process in processes:
        program = f"{process.group}-{process.name}"
        groups[process.group].append(program)
        sections[f"program:{program}"] = _program(home.logs, process, common | process.environment)
    for priority, (group, names) in enumerate(groups.items(), start=1):
        # The product stops first, all at once, then the servers under it.
        sections[f"group:{group}"] = {"programs": ",".join(names), "priority": priority}
    return _as_ini(sections)


def _program(logs: Path, process: Process, variables: dict[str, str]) -> dict[str, Any]:
    return {
        "process_name": process.name,
        "command": " ".join(_quoted(word) for word in process.command),
        "environment": ",".join(f"{name}={_quoted(value)}" for name, value in variables.items()),
        **({"user": process.user} if process.user else {}),
        "autostart": "false",
        "autorestart": "true",
        # A process that dies is started again at once, however often; with a minimum run time supervisord
        # would wait longer each time, and a service that waits for Postgres would come back long after it.
        "startsecs": 0,
        "stopsignal": process.stop_signal,
        "stopwaitsecs": STOP_SECONDS,
        "killasgroup": "true",
        "redirect_stderr": "true",
        "stdout_logfile": logs / f"{process.name}.log",
        "stdout_logfile_maxbytes": "10MB",
        "stdout_logfile_backups": 2,
    }


def _quoted(value: str) -> str:
    if '"' in value or "\n" in value:
        raise ValueError("supervisord's configuration cannot hold a value with quotes or line ends")
    return f'"{value}"'


def _as_ini(sections: dict[str, dict[str, Any]]) -> str:
    ini = configparser.RawConfigParser()
    for name, options in sections.items():
        # supervisord expands percent signs.
        ini[name] = {option: str(value).replace("%", "%%") for option, value in options.items()}
    text = io.StringIO()
    ini.write(text)
    return text.getvalue()


class Supervisor:
    """The running supervisord of one instance."""

    def __init__(self, port: int, password: str) -> None:
        self._server = xmlrpc.client.ServerProxy(f"http://{USER}:{password}@127.0.0.1:{port}/RPC2")

    @property
    def _rpc(self) -> Any:
        return self._server.supervisor

    def is_running(self) -> bool:
        try:
            return bool(self._rpc.getState()["statecode"] == 1)
        except (OSError, xmlrpc.client.Error):
            return False

    def pid(self) -> int:
        """Its own process id."""
        return int(self._rpc.getPID())

    def preload(self) -> None:
        """Import the libraries that the processes of the product then share."""
        self._server.libraries.preload()

    def start_group(self, group: str) -> None:
        self._rpc.startProcessGroup(group, False)

    def start(self, address: str) -> None:
        self._rpc.startProcess(address, False)

    def stop(self, address: str) -> None:
        """Stop it and wait until it has exited."""
        self._rpc.stopProcess(address)

    def processes(self) -> list[dict[str, Any]]:
        """Each process once: of its two slots, the running one."""
        found: dict[str, dict[str, Any]] = {}
        for info in self._rpc.getAllProcessInfo():
            if info["group"] != NEXT or info["pid"]:
                found[info["name"]] = info if info["pid"] else found.get(info["name"], info)
        return list(found.values())

    def signal(self, name: str, signal: str) -> None:
        self._rpc.signalProcess(name, signal)

    def shut_down(self) -> None:
        self._rpc.shutdown()


def launch(instance: Instance) -> subprocess.Popen[bytes]:
    """Start supervisord in its own session, so that Ctrl-C reaches only `scripts/up`."""
    errors = (instance.home.logs / "supervisord.err").open("wb")
    command = [str(PYTHON), "-m", "runner.forking", "-c", str(instance.home.run / "supervisord.conf")]
    variables = environment.common(instance)
    process = subprocess.Popen(
        command, cwd=ROOT, env=variables, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors, start_new_session=True
    )
    running = Supervisor(instance.ports["supervisor"], instance.keys.supervisor())
    deadline = time.monotonic() + START_SECONDS
    while not running.is_running():
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            said = (instance.home.logs / "supervisord.err").read_text()
            raise RuntimeError(f"supervisord did not start:\n{said}")
        time.sleep(0.05)
    return process
