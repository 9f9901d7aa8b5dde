"""kubectl, helm and the commands of the READMEs, against the cluster of TEST_KUBECONFIG."""

import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("kubectl", "helm")
MARK = "pairwise-tests=yes"
FENCE = re.compile(r"```sh\n(.*?)```", re.DOTALL)
# Waiting here is for a cluster that pulls images, and longer than any `--timeout`; nothing is judged by these times.
LONG = 1800
# Where the README's `kubectl port-forward` listens.
PORT = 8080
# Members come from different networks, by X-Forwarded-For; connections of a forwarded port pass every policy.
VISITORS = ["gateway.trustedHops=1", "networkPolicy.clients.from[0].podSelector.matchLabels.app=visitors"]
DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class"


class Failed(AssertionError):
    """A command failed; the text has its output."""


def missing() -> str:
    """Why these tests cannot run here; empty when they can."""
    if not os.environ.get("TEST_KUBECONFIG"):
        return "TEST_KUBECONFIG names no cluster"
    absent = [tool for tool in TOOLS if shutil.which(tool) is None]
    return f"not installed: {', '.join(absent)}" if absent else ""


def values() -> list[str]:
    """What every install and upgrade of these tests sets, besides the README's values.

    The gateway takes the visitor's address from X-Forwarded-For, by which each member has a network: from one network
    come at most 20 sign-ups an hour. TEST_IMAGE_REGISTRY is put in front of every image; TEST_VALUES has more.
    """
    registry = os.environ.get("TEST_IMAGE_REGISTRY")
    more = os.environ.get("TEST_VALUES", "").split()
    return [*VISITORS, *([f"image.registry={registry}"] if registry else []), *more]


def commands_of(readme: Path, heading: str) -> list[str]:
    """The lines of the first block of shell under this heading, comments left out and continued lines joined."""
    text = readme.read_text()
    section = text[text.index(f"\n{heading}\n") :]
    found = FENCE.search(section)
    if found is None:
        raise ValueError(f"{readme} has no commands under {heading}")
    lines = found[1].replace("\\\n", " ").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def is_taken(port: int) -> bool:
    """Whether another program of this machine answers at the port."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


@dataclass
class Cluster:
    """A namespace of the cluster; `folder` is a checkout whose commands run in it."""

    namespace: str
    folder: Path
    kubeconfig: Path
    # `--set` for every install and upgrade, such as a registry in front of the images.
    values: list[str] = field(default_factory=list)

    def run(self, line: str, *, given: str = "", seconds: float = LONG) -> str:
        """Run a line of shell in the checkout. Raises Failed with its output."""
        environment = os.environ | {"KUBECONFIG": str(self.kubeconfig)}
        try:
            ran = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", line],
                cwd=self.folder,
                env=environment,
                input=given,
                capture_output=True,
                text=True,
                check=False,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired as error:
            raise Failed(f"$ {line}\nnot over after {seconds:.0f} s\n{self.state()}") from error
        if ran.returncode != 0:
            raise Failed(f"$ {line}\n{ran.stdout}{ran.stderr}\n{self.state()}")
        return ran.stdout

    def clear(self) -> None:
        """Delete the namespace, if these tests made it. Raises Failed for another one of that name."""
        found = self.run(f"kubectl get namespace {self.namespace} --ignore-not-found --output=name").strip()
        if found and not self.run(f"kubectl get namespace --selector {MARK} --output=name").strip():
            raise Failed(f"the cluster has a namespace {self.namespace} that these tests did not make")
        self.run(f"kubectl delete namespace {self.namespace} --ignore-not-found --wait")

    def kubectl(self, *words: str, given: str = "") -> str:
        return self._tool("kubectl", *words, given=given)

    def helm(self, *words: str) -> str:
        more = [word for value in self.values for word in ("--set", value)] if words[0] in CHANGING else []
        return self._tool("helm", *words, *more)

    def _tool(self, tool: str, *words: str, given: str = "") -> str:
        quoted = " ".join(_quoted(word) for word in (tool, "--namespace", self.namespace, *words))
        return self.run(quoted, given=given)

    def get(self, kind: str, selector: str = "") -> list[dict[str, Any]]:
        words = ["get", kind, "--output", "json", *(["--selector", selector] if selector else [])]
        found: list[dict[str, Any]] = json.loads(self.kubectl(*words))["items"]
        return found

    def follow(self, line: str) -> str:
        """A README's line as it stands; `--set` is added to helm's, where this cluster needs it."""
        more = "".join(f" --set {_quoted(value)}" for value in self.values)
        return self.run(line + more if line.startswith(tuple(f"helm {word} " for word in CHANGING)) else line)

    def has_default_storage_class(self) -> bool:
        classes = self.get("storageclasses")
        return any(one["metadata"].get("annotations", {}).get(DEFAULT_CLASS) == "true" for one in classes)

    def nodes(self) -> list[str]:
        """Nodes that take pods, in a stable order: not those of the control plane, which are tainted."""
        return sorted(
            node["metadata"]["name"]
            for node in self.get("nodes")
            if not node["spec"].get("unschedulable")
            and not any(taint["effect"] != "PreferNoSchedule" for taint in node["spec"].get("taints", []))
        )

    def nodes_with_volumes(self) -> set[str]:
        """Nodes of pods that mount a claim: a volume of one node does not follow its pod to another."""
        return {
            pod["spec"]["nodeName"]
            for pod in self.get("pods")
            if any("persistentVolumeClaim" in volume for volume in pod["spec"].get("volumes", []))
        }

    def all_ready(self, release: str = "pairwise") -> bool:
        pods = self.get("pods", f"app.kubernetes.io/instance={release}")
        return bool(pods) and all(_is_ready(pod) for pod in pods)

    def restarts(self, release: str = "pairwise") -> dict[str, int]:
        """Restarts of containers by pod, those without any left out."""
        found = {
            pod["metadata"]["name"]: sum(one["restartCount"] for one in pod["status"].get("containerStatuses", []))
            for pod in self.get("pods", f"app.kubernetes.io/instance={release}")
        }
        return {name: count for name, count in found.items() if count}

    def remains(self, release: str) -> list[str]:
        """Every object of this release that the namespace still holds."""
        kinds = self.kubectl("api-resources", "--verbs=list", "--namespaced", "--output=name").split()
        # Metrics are no objects, and events outlive what they tell of.
        listed = [kind for kind in kinds if not kind.startswith(("events", "pods.metrics"))]
        selector = f"app.kubernetes.io/instance={release}"
        words = ["get", ",".join(listed), "--selector", selector, "--output=name", "--ignore-not-found"]
        secrets = self.kubectl("get", "secrets", "--selector", f"owner=helm,name={release}", "--output=name")
        return sorted({*self.kubectl(*words).split(), *secrets.split()})

    def state(self) -> str:
        """Pods and late events, for the text of a failure."""
        words = ["kubectl", "--kubeconfig", str(self.kubeconfig), "--namespace", self.namespace, "get"]
        shown = [[*words, "pods", "--output=wide"], [*words, "events", "--sort-by=.lastTimestamp"]]
        texts = [subprocess.run(each, capture_output=True, text=True, check=False).stdout for each in shown]
        return texts[0] + "\n".join(texts[1].splitlines()[-20:])

    @contextmanager
    def forwarded(self, line: str) -> Iterator[None]:
        """A README's `kubectl port-forward`, begun again whenever its pod leaves, until the block ends."""
        environment = os.environ | {"KUBECONFIG": str(self.kubeconfig)}
        loop = f"while true; do {line} || true; sleep 0.5; done"
        process = subprocess.Popen(
            ["bash", "-c", loop],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            yield
        finally:
            os.killpg(process.pid, 15)
            process.wait()


CHANGING = ("install", "upgrade")


def eventually(find: Callable[[], Any], what: str, seconds: float = LONG) -> Any:
    deadline = time.monotonic() + seconds
    while not (found := find()):
        if time.monotonic() > deadline:
            raise Failed(f"{what} did not happen")
        time.sleep(1)
    return found


def _is_ready(pod: dict[str, Any]) -> bool:
    if pod["status"].get("phase") == "Succeeded":
        return True
    conditions = {one["type"]: one["status"] for one in pod["status"].get("conditions", [])}
    return conditions.get("Ready") == "True" and "deletionTimestamp" not in pod["metadata"]


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"
