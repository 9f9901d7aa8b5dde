"""Runs one container: an image's files read-only, its mounts, an unprivileged user without capabilities."""

import os
import shlex
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from imagekit import buildah
from imagekit.trial.memory import Group
from imagekit.trial.pods import Container

DEVICES = ("null", "zero", "random", "urandom")
SHARED_MEMORY = "/dev/shm"  # noqa: S108 - of the container alone
STOP_SECONDS = 30


@dataclass
class Running:
    container: Container
    process: subprocess.Popen[bytes]
    log: Path
    memory: Group

    def wait(self, seconds: float) -> int:
        return self.process.wait(seconds)

    def stop(self) -> int:
        """Send SIGTERM as a kubelet does. Returns the exit code; kills what does not end in time, which is 137."""
        for child in _children(self.process.pid):
            os.kill(child, signal.SIGTERM)
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return 137


def start(container: Container, files: Path, namespace: str, hosts: str, folder: Path, memory: Group) -> Running:
    """Start it from the image's `files` in a network namespace. `folder` is for its volumes, mounts and log."""
    own = folder / container.name
    for part in ("upper", "work", "root", "files"):
        (own / part).mkdir(parents=True)
    (own / "hosts").write_text(hosts)
    script = "\n".join(_script(container, files, own, folder))
    log = own / "log"
    log.touch()
    # A runtime gives the container its output, which Envoy opens again by name.
    os.chown(log, container.user, container.group)
    with log.open("wb") as output:
        # Before `ip netns exec`, which mounts a /sys of its own without control groups.
        limited = ["sh", "-euc", f'echo 0 > {memory.entrance}; exec "$@"', "sh"]
        spaces = ["ip", "netns", "exec", namespace, "unshare", "--mount", "--propagation", "private", "--pid", "--fork"]
        process = subprocess.Popen(
            [*limited, *spaces, "--kill-child", "sh", "-euc", script],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )
    return Running(container, process, log, memory)


def _script(container: Container, files: Path, own: Path, folder: Path) -> Iterator[str]:
    root = own / "root"
    yield _line(
        "mount", "-t", "overlay", "-o", f"lowerdir={files},upperdir={own}/upper,workdir={own}/work", "none", root
    )
    mounts = [(str(own / "hosts"), "/etc/hosts"), *_mounts(container, own, folder)]
    # A runtime makes the places for mounts before it makes the rest read-only.
    for source, target in mounts:
        if Path(source).is_dir():
            yield _line("mkdir", "-p", f"{root}{target}")
        else:
            yield _line("touch", f"{root}{target}")
    yield _line("mkdir", "-p", f"{root}{SHARED_MEMORY}")
    yield _line("touch", *(f"{root}/dev/{device}" for device in DEVICES))
    yield _line("mount", "-o", "remount,ro", root)
    yield _line("mount", "-t", "proc", "proc", f"{root}/proc")
    yield _line("mount", "-t", "tmpfs", "-o", "size=64m", "shm", f"{root}{SHARED_MEMORY}")
    for device in DEVICES:
        yield _line("mount", "--bind", f"/dev/{device}", f"{root}/dev/{device}")
    for source, target in mounts:
        yield _line("mount", "--bind", source, f"{root}{target}")
        if target in container.files or target == "/etc/hosts":
            yield _line("mount", "-o", "remount,bind,ro", f"{root}{target}")
    configuration = buildah.configuration(container.image)
    inside = dict(pair.split("=", 1) for pair in configuration.get("Env", ()))
    environment = {**inside, "HOSTNAME": container.name, "HOME": "/", **container.environment}
    begun = container.command if container.command is not None else configuration["Entrypoint"]
    rights = ["--reuid", str(container.user), "--regid", str(container.group), "--clear-groups"]
    yield _line(
        "exec", "env", "-i", "/usr/sbin/chroot", root,
        "/usr/bin/setpriv", *rights, "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs",
        "/usr/bin/env", f"--chdir={configuration.get('WorkingDir') or '/'}",
        *(f"{name}={value}" for name, value in environment.items()), *begun, *container.args,
    )  # fmt: skip


def _mounts(container: Container, own: Path, folder: Path) -> Iterator[tuple[str, str]]:
    for number, (target, content) in enumerate(container.files.items()):
        source = own / "files" / str(number)
        source.mkdir()
        for name, text in content.items():
            (source / name).write_text(text)
        yield str(source), target
    for target, volume in container.folders.items():
        source = folder / "volumes" / volume
        source.mkdir(parents=True, exist_ok=True)
        # As `fsGroup` leaves it.
        os.chown(source, 0, container.group)
        source.chmod(0o2775)
        yield str(source), target


def _line(*words: object) -> str:
    return shlex.join(map(str, words))


def _children(pid: int) -> list[int]:
    """The first process in the namespace of `unshare`, which is process 1 there; `ip netns exec` became `unshare`."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
