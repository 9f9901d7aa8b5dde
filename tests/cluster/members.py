"""Members of a release in a cluster, and the load they make from inside it."""

import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx

from tests.cluster.kube import Cluster, eventually
from tests.member import Member

BASE_URL = "http://localhost:8080"
SECONDS, REQUESTS_A_SECOND, MEMBERS = 180, 20, 20
LOAD = Path(__file__).with_name("load.py").read_text()


def wait_for_gateway(base_url: str = BASE_URL) -> None:
    def answers() -> bool:
        try:
            return httpx.get(f"{base_url}/api/settings.php", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    eventually(answers, "an answer of the gateway", 120)


def new_member(name: str, **form: str) -> Member:
    wait_for_gateway()
    return Member(BASE_URL).sign_up(name, **form).confirm()


def writers(count: int = MEMBERS) -> list[dict[str, str]]:
    """Members with credits, each of whom writes to the next."""
    made = [
        new_member("Ann") if number % 2 else new_member("Bo", gender="male", seeks="female") for number in range(count)
    ]
    for member in made:
        member.become_premium()
    round_trip = pairwise([*made, made[0]])
    return [{"cookie": _cookie(one), "writes_to": other.id} for one, other in round_trip]


def _cookie(member: Member) -> str:
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in member.http.cookies.jar)


@dataclass
class Load:
    """Requests from a pod in the namespace, through the Service of the gateway, while a test changes the release."""

    cluster: Cluster
    release: str = "pairwise"

    def start(self, image: str) -> None:
        asked = {
            "address": f"{self.release}-gateway:8080",
            "host": "localhost:8080",
            "seconds": SECONDS,
            "rate": REQUESTS_A_SECOND,
            "members": writers(),
        }
        # A token lasts ten minutes, a load three.
        objects = {"apiVersion": "v1", "kind": "List", "items": [self._files(asked), self._pod(image)]}
        self.cluster.kubectl("delete", "pod,configmap", "load", "--ignore-not-found", "--wait")
        self.cluster.kubectl("apply", "--filename", "-", given=json.dumps(objects))
        self.cluster.kubectl("wait", "--for=condition=Ready", "pod/load", "--timeout=5m")

    def outcome(self) -> dict[str, Any]:
        """What came of it, when it is over: see load.py."""
        wait = ["wait", "--for=jsonpath={.status.phase}=Succeeded", "pod/load", f"--timeout={SECONDS + 300}s"]
        self.cluster.kubectl(*wait)
        found: dict[str, Any] = json.loads(self.cluster.kubectl("logs", "load").splitlines()[-1])
        return found

    def _files(self, asked: dict[str, Any]) -> dict[str, Any]:
        data = {"load.py": LOAD, "asked.json": json.dumps(asked)}
        return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "load"}, "data": data}

    def _pod(self, image: str) -> dict[str, Any]:
        security = {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        user = {"runAsNonRoot": True, "runAsUser": 10001, "seccompProfile": {"type": "RuntimeDefault"}}
        return {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": "load"},
            "spec": {
                "restartPolicy": "Never",
                "automountServiceAccountToken": False,
                "securityContext": user,
                "containers": [
                    {
                        "name": "load",
                        "image": image,
                        "command": ["sh", "-c", "python /load/load.py < /load/asked.json"],
                        "resources": {"requests": {"cpu": "100m", "memory": "64Mi"}, "limits": {"memory": "256Mi"}},
                        "securityContext": security,
                        "volumeMounts": [{"name": "load", "mountPath": "/load"}],
                    }
                ],
                "volumes": [{"name": "load", "configMap": {"name": "load"}}],
            },
        }


def stored_messages(cluster: Cluster) -> set[str]:
    query = "SELECT id FROM messages"
    return set(
        cluster.kubectl("exec", "deploy/postgres", "--", "psql", "-U", "postgres", "-tAc", query, "chat").split()
    )
