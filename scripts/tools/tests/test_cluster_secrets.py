"""Secrets made in a cluster: against an API that keeps objects as Kubernetes' does."""

import base64
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from runner.permissions import nats_users
from shared.registry import service_secrets, services

from tests.chart.rendering import Objects, render
from tools.cluster_secrets import main
from tools.kubernetes_api import Namespace

KINDS = {"secrets": "Secret", "configmaps": "ConfigMap"}
WITH_BROKERS = {"secretsJob": {"enabled": True, "nats": "nats:4222"}}


class Api:
    """Objects by plural and name, and the verbs that were asked for; as the Role of the chart allows them."""

    def __init__(self, allowed: list[dict[str, Any]]) -> None:
        self.objects: dict[tuple[str, str], dict[str, Any]] = {}
        self.allowed, self.wrote = allowed, 0

    def refuses(self, verb: str, kind: str, name: str) -> bool:
        return not any(
            verb in rule["verbs"] and kind in rule["resources"] and name in rule.get("resourceNames", [name])
            for rule in self.allowed
        )

    def answer(self, verb: str, kind: str, name: str, document: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if self.refuses(verb, kind, name):
            return 403, {}
        there = self.objects.get((kind, name))
        if verb == "get":
            return (200, there) if there else (404, {})
        if (verb == "create") == bool(there) or (there and document["metadata"]["resourceVersion"] != str(self.wrote)):
            return 409, {}
        self.wrote += 1
        entries = {**document.pop("data", {})}
        plain = document.pop("stringData", {})
        entries |= {key: base64.b64encode(value.encode()).decode() for key, value in plain.items()}
        document["metadata"]["resourceVersion"] = str(self.wrote)
        self.objects[kind, name] = {**document, "data": entries}
        for kept in self.objects.values():
            kept["metadata"]["resourceVersion"] = str(self.wrote)
        return 200, self.objects[kind, name]


@pytest.fixture
def chart() -> Objects:
    return render(WITH_BROKERS)


@pytest.fixture
def api(chart: Objects) -> Api:
    return Api(chart["Role", "pairwise-secrets"]["rules"])


@pytest.fixture
def namespace(api: Api, tmp_path: Path) -> Iterator[Namespace]:
    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            kind, name = [*self.path.split("/")[5:], ""][:2]
            sent = self.rfile.read(int(self.headers.get("content-length", 0)))
            document = json.loads(sent) if sent else {}
            verb = {"GET": "get", "POST": "create", "PUT": "update"}[self.command]
            status, answer = api.answer(verb, kind, name or document["metadata"]["name"], document)
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PUT = _answer

        def log_message(self, *args: object) -> None:
            pass

    (tmp_path / "token").write_text("token of the pod")
    (tmp_path / "namespace").write_text("dating")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=[0.05], daemon=True).start()
    yield Namespace(f"http://127.0.0.1:{server.server_port}", tmp_path)
    server.shutdown()
    server.server_close()


@pytest.fixture
def arguments(chart: Objects, tmp_path: Path) -> list[str]:
    """Those of the chart's Job, with the Secret of an outside party mounted."""
    given = tmp_path / "given"
    given.mkdir()
    (given / "payments").write_text("live_given\n")
    [container] = chart["Job", "pairwise-secrets"]["spec"]["template"]["spec"]["containers"]
    command, *words = container["args"]
    assert command == "secrets"
    return [word.replace("/given", str(given)) for word in words]


def text(api: Api, name: str, entry: str) -> str:
    return base64.b64decode(api.objects["secrets", name]["data"][entry]).decode()


def test_everything_the_chart_asks_for_is_made(api: Api, namespace: Namespace, arguments: list[str]) -> None:
    assert main(arguments, namespace) == 0

    assert {secret.name for secret in service_secrets()} <= api.objects["secrets", "pairwise-keys"]["data"].keys()
    assert text(api, "pairwise-keys", "payments") == "live_given"
    callers = {f"{service.name}.pem" for service in services()}
    for kind in ("secrets", "configmaps"):
        assert api.objects[kind, "pairwise-callers"]["data"].keys() == callers
    for name in ("pairwise-nats", "pairwise-redis"):
        assert {service.name for service in services()} <= api.objects["secrets", name]["data"].keys()
    assert set(nats_users(services())) - {"responder", "tester"} == set(api.objects["secrets", "pairwise-nats"]["data"])


def test_an_upgrade_adds_what_is_new_and_changes_no_key(api: Api, namespace: Namespace, arguments: list[str]) -> None:
    main(arguments, namespace)
    keys = api.objects["secrets", "pairwise-keys"]["data"]
    del keys["like-cursors"]
    api.objects["secrets", "nats-users"]["data"]["users.conf"] = base64.b64encode(b"of the last release").decode()
    before = yaml.safe_dump({key: each["data"] for key, each in api.objects.items() if key[1] != "nats-users"})

    assert main(arguments, namespace) == 0

    assert keys["vapid-private"] == api.objects["secrets", "pairwise-keys"]["data"]["vapid-private"]
    assert text(api, "pairwise-keys", "like-cursors")
    assert "of the last release" not in text(api, "nats-users", "users.conf")
    del api.objects["secrets", "pairwise-keys"]["data"]["like-cursors"]
    assert yaml.safe_dump({key: each["data"] for key, each in api.objects.items() if key[1] != "nats-users"}) == before


def test_a_second_run_writes_nothing(api: Api, namespace: Namespace, arguments: list[str]) -> None:
    main(arguments, namespace)
    wrote = api.wrote

    assert main(arguments, namespace) == 0

    assert api.wrote == wrote


def test_a_key_of_an_outside_party_is_not_made_up(api: Api, namespace: Namespace, arguments: list[str]) -> None:
    assert main([word for word in arguments if not word.startswith("--given")], namespace) == 1

    assert api.objects == {}


def test_the_job_alone_has_a_token_of_the_api(chart: Objects) -> None:
    assert chart["Job", "pairwise-secrets"]["metadata"]["annotations"]["helm.sh/hook"] == "pre-install,pre-upgrade"
    rules = chart["Role", "pairwise-secrets"]["rules"]
    assert not [rule for rule in rules if {"*", "list", "watch", "delete", "patch"} & {*rule["verbs"]}]
    assert all("resourceNames" in rule for rule in rules if rule["verbs"] != ["create"])
    with_token = {
        name
        for (kind, name), document in chart.items()
        if kind in ("Deployment", "Job") and "serviceAccountToken" in json.dumps(document["spec"]["template"])
    }
    assert with_token == {"pairwise-secrets"}
