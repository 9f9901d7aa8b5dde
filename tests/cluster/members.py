"""Members of a release in a cluster, and the load they make from inside it."""

import json
import secrets
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx

from tests.cluster.kube import PORT, Cluster, eventually
from tests.member import Member

BASE_URL = f"http://localhost:{PORT}"
# Of devices that measure networks: nobody's address.
VISITORS = IPv4Network("198.18.0.0/15")
REQUESTS_A_SECOND, MEMBERS, FEWEST = 20, 20, 1000
# A load ends with the change that it is made for. A token lasts ten minutes, and the first member waits for the others.
LONGEST = 480
# Credits for a message in each third request of the longest load.
PACKAGE = "p3"
SCRIPTS = Path(__file__).parent
LABELS = {"app": "visitors"}
BESIDE_POSTGRES = {"labelSelector": {"matchLabels": {"app": "postgres"}}, "topologyKey": "kubernetes.io/hostname"}


def wait_for_gateway(base_url: str = BASE_URL) -> None:
    def answers() -> bool:
        try:
            return httpx.get(f"{base_url}/api/settings.php", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    eventually(answers, "an answer of the gateway", 120)


def new_member(name: str, **form: str) -> Member:
    wait_for_gateway()
    return Member(BASE_URL, **{"X-Forwarded-For": str(visitor())}).sign_up(name, **form).confirm()


def visitor() -> IPv4Address:
    """An address of a visitor of its own: limits count by it, and `port-forward` would give all of them one."""
    return VISITORS[secrets.randbelow(VISITORS.num_addresses)]


def writers(count: int = MEMBERS) -> list[dict[str, str]]:
    """Members with credits, each of whom writes to the next."""
    made = [
        new_member("Ann") if number % 2 else new_member("Bo", gender="male", seeks="female") for number in range(count)
    ]
    for member in made:
        member.become_premium(PACKAGE)
    round_trip = pairwise([*made, made[0]])
    return [
        {"cookie": cookie_of(one), "writes_to": other.id, "visitor": one.http.headers["X-Forwarded-For"]}
        for one, other in round_trip
    ]


def cookie_of(member: Member) -> str:
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in member.http.cookies.jar)


@dataclass
class ScriptPod:
    """A pod in the namespace that runs one of this folder's scripts with JSON on its standard input."""

    cluster: Cluster
    name: str

    def start(self, image: str, asked: dict[str, Any]) -> None:
        objects = {"apiVersion": "v1", "kind": "List", "items": [self.files(asked), self.pod(image)]}
        self.cluster.kubectl("delete", "pod,configmap", self.name, "--ignore-not-found", "--wait")
        self.cluster.kubectl("apply", "--filename", "-", given=json.dumps(objects))
        self.cluster.kubectl("wait", "--for=condition=Ready", f"pod/{self.name}", "--timeout=5m")

    def outcome(self, seconds: int) -> dict[str, Any]:
        """What it printed last, when it is over."""
        wait = ["wait", "--for=jsonpath={.status.phase}=Succeeded", f"pod/{self.name}", f"--timeout={seconds}s"]
        self.cluster.kubectl(*wait)
        found: dict[str, Any] = json.loads(self.cluster.kubectl("logs", self.name).splitlines()[-1])
        return found

    def files(self, asked: dict[str, Any]) -> dict[str, Any]:
        data = {"script.py": (SCRIPTS / f"{self.name}.py").read_text(), "asked.json": json.dumps(asked)}
        return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": self.name}, "data": data}

    def pod(self, image: str) -> dict[str, Any]:
        security = {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        user = {"runAsNonRoot": True, "runAsUser": 10001, "seccompProfile": {"type": "RuntimeDefault"}}
        return {
            "apiVersion": "v1",
            "kind": "Pod",
            # The policies of `VISITORS` admit it, and it is on a node that no test drains.
            "metadata": {"name": self.name, "labels": LABELS},
            "spec": {
                "affinity": {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [BESIDE_POSTGRES]}},
                "restartPolicy": "Never",
                "automountServiceAccountToken": False,
                "securityContext": user,
                "containers": [
                    {
                        "name": self.name,
                        "image": image,
                        "command": ["sh", "-c", "exec python /script/script.py < /script/asked.json"],
                        "resources": {"requests": {"cpu": "10m", "memory": "64Mi"}, "limits": {"memory": "256Mi"}},
                        "securityContext": security,
                        "volumeMounts": [{"name": "script", "mountPath": "/script"}],
                    }
                ],
                "volumes": [{"name": "script", "configMap": {"name": self.name}}],
            },
        }


@dataclass
class Load:
    """Requests from a pod in the namespace, through the Service of the gateway, while a test changes the release."""

    cluster: Cluster
    release: str = "pairwise"

    def start(self, image: str) -> None:
        asked = {"seconds": LONGEST, "fewest": FEWEST, "rate": REQUESTS_A_SECOND, "members": writers()}
        ScriptPod(self.cluster, "load").start(image, asked | at_gateway(self.release))

    def outcome(self) -> dict[str, Any]:
        """End it, and return what came of it: see load.py. Raises Failed if it ended before the change did."""
        self.cluster.kubectl("exec", "load", "--", "sh", "-c", "kill -TERM 1")
        return ScriptPod(self.cluster, "load").outcome(LONGEST + 60)


def at_gateway(release: str) -> dict[str, str]:
    return {"address": f"{release}-gateway:8080", "host": "localhost:8080"}


def stored_messages(cluster: Cluster) -> set[str]:
    query = "SELECT id FROM messages"
    return set(
        cluster.kubectl("exec", "deploy/postgres", "--", "psql", "-U", "postgres", "-tAc", query, "chat").split()
    )
