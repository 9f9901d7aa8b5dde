"""The tests of a real cluster (tests/cluster), fed to what reads them: the chart, Kubernetes' schemas, a server."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import kubernetes_validate
import pytest
import yaml

from tests.chart.rendering import ROOT, Loader, changed, refusal, render
from tests.cluster.kube import Cluster, Failed, commands_of, is_taken, values
from tests.cluster.members import ScriptPod, visitor
from tests.cluster.test_life_of_a_release import SECOND, TWO_OF_EACH
from tests.upgrade.previous import with_commands

DEVELOPMENT = yaml.load((ROOT / "k8s/development/values.yaml").read_text(), Loader)  # noqa: S506 - a safe loader


def with_sets(words: list[str]) -> dict[str, Any]:
    values: dict[str, Any] = DEVELOPMENT
    for name, _, value in (word.partition("=") for word in words if word != "--set"):
        values = changed(values, name, yaml.safe_load(value))
    return values


@pytest.mark.parametrize("words", [TWO_OF_EACH, SECOND, ["migrations.restored=true"], ["image.registry=r.example"]])
def test_the_chart_takes_what_the_tests_set(words: list[str]) -> None:
    assert refusal(with_sets(words)) == ""


def test_members_of_the_tests_have_networks_that_the_gateway_believes() -> None:
    """More members sign up than one network may in an hour."""
    sets = values()
    assert refusal(with_sets(sets)) == ""
    settings = json.loads(render(with_sets(sets))["ConfigMap", "pairwise-gateway"]["data"]["settings.json"])
    assert settings["trusted_hops"] == 1
    assert len({visitor() for _ in range(30)}) > 20


def test_a_port_that_another_program_has_is_noticed(server: int) -> None:
    assert is_taken(server)
    assert not is_taken(1)


def test_what_takes_too_long_says_how_the_cluster_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "kubectl"
    tool.write_text("#!/bin/sh\necho pods of $*\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(Failed, match=r"sleep 9[\s\S]*not over after 1 s\npods of"):
        Cluster("pairwise", ROOT, tmp_path / "config").run("sleep 9", seconds=1)


def test_a_second_release_has_no_object_of_the_first() -> None:
    assert not render(DEVELOPMENT).keys() & render(with_sets(SECOND), release="second").keys()


def test_two_of_each_are_two_of_each() -> None:
    stand_ins = {
        "pairwise-age",
        "pairwise-mailbox",
        "pairwise-matcher",
        "pairwise-networks",
        "pairwise-openid",
        "pairwise-payments",
        "pairwise-push",
        "pairwise-provisioner",
        "pairwise-translator",
    }
    replicas = {
        name: document["spec"]["replicas"]
        for (kind, name), document in render(with_sets(TWO_OF_EACH)).items()
        if kind == "Deployment" and name not in stand_ins
    }
    assert set(replicas.values()) == {2}


def test_the_readmes_commands_are_found() -> None:
    namespace, *others = commands_of(ROOT / "k8s" / "README.md", "## A cluster for development")
    assert namespace.startswith("kubectl create namespace pairwise")
    assert sum(line.startswith("helm install pairwise ") for line in others) == 1
    assert sum("port-forward service/pairwise-gateway 8080:8080" in line for line in others) == 1
    for line in others:
        for word in line.split():
            if "/" in word and "service/" not in word:
                assert (ROOT / word).exists(), line


def test_scripts_of_a_release_run_from_its_files_alone(tmp_path: Path) -> None:
    """As the upgrade under load begins: with what the last release's README says, in a checkout of that release."""
    with_commands("HEAD", tmp_path)
    lines = commands_of(tmp_path / "k8s" / "README.md", "## A cluster for development")
    [piped] = [line for line in lines if line.startswith("scripts/")]
    command = piped.partition("|")[0].split()
    printed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    made = {(each["kind"], each["metadata"]["name"]) for each in yaml.safe_load_all(printed)}
    assert made == {("Secret", "pairwise-keys"), ("Secret", "pairwise-callers"), ("ConfigMap", "pairwise-callers")}


@pytest.mark.parametrize("version", ["1.29", "1.36"])
@pytest.mark.parametrize("script", ["load", "uploads"])
def test_scripts_run_in_pods_that_kubernetes_knows(script: str, version: str) -> None:
    made = ScriptPod(Cluster("pairwise", ROOT, Path("nowhere")), script)
    for document in (made.pod("pairwise/services:0.2.0"), made.files({"seconds": 1})):
        kubernetes_validate.validate(document, version, strict=True)


class Server(BaseHTTPRequestHandler):
    """Answers as the gateway would, every second message with 503."""

    posts = 0

    def do_GET(self) -> None:
        self._answer(200 if "a=1" in self.headers["Cookie"] else 401)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        Server.posts += 1
        self._answer(503 if Server.posts % 2 == 0 else 201)

    def _answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[int]:
    running = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield running.server_port
    running.shutdown()


def test_the_load_counts_what_fails_and_what_was_acknowledged(server: int) -> None:
    members = [{"cookie": "a=1", "writes_to": "x", "visitor": "198.18.0.1"}] * 2
    asked = {"address": f"127.0.0.1:{server}", "host": "localhost", "seconds": 2, "rate": 40, "members": members}
    script = ROOT / "tests/cluster/load.py"
    ran = subprocess.run([sys.executable, script], input=json.dumps(asked), capture_output=True, text=True, check=True)
    outcome = json.loads(ran.stdout)
    assert outcome["requests"] > len(outcome["failed"]) + len(outcome["acknowledged"]) > 1
    assert set(outcome["failed"]) <= {"503 POST /api/chat.php"}
    assert len(outcome["acknowledged"]) - len(outcome["failed"]) in (0, 1)


class Uploads(BaseHTTPRequestHandler):
    """Refuses every second upload before it was read, and reads the others whole."""

    protocol_version = "HTTP/1.1"
    lengths: ClassVar[list[int]] = []
    begun = 0

    def do_POST(self) -> None:
        Uploads.begun += 1
        if Uploads.begun % 2 == 0:
            self.send_response(429)
        else:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            Uploads.lengths.append(body.count(b"\0"))
            self.send_response(201)
        self.send_header("Content-Length", "0")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


def test_slow_uploads_stop_when_they_are_refused_and_count_every_answer() -> None:
    running = ThreadingHTTPServer(("127.0.0.1", 0), Uploads)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    address = {"address": f"127.0.0.1:{running.server_port}", "host": "localhost", "cookie": "a=1"}
    asked = json.dumps(address | {"uploads": 6, "bytes": 100_050, "seconds": 1})
    command = [sys.executable, str(ROOT / "tests/cluster/uploads.py")]
    ran = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    running.shutdown()
    assert json.loads(ran.stdout) == {"statuses": {"201": 3, "429": 3}}
    assert Uploads.lengths == [100_050] * 3
