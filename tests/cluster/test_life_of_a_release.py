"""One release on a real cluster, in the order of its life: installed, used, rolled, drained, restored, uninstalled.

Every command a README gives is taken from there as it stands.
"""

import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from shared.pictures.tests.makers import jpeg
from shared.registry import service_names

from tests.api.test_pushes import LIKES, Device, subscribe
from tests.cluster.kube import ROOT, Cluster, commands_of, eventually
from tests.cluster.members import (
    BASE_URL,
    FEWEST,
    Load,
    ScriptPod,
    at_gateway,
    cookie_of,
    new_member,
    stored_messages,
    wait_for_gateway,
)
from tests.member import PASSWORD, Member, until

DEVELOPMENT = ["--values", "k8s/development/values.yaml"]
TWO_OF_EACH = [
    word
    for kind in ("processes.web", "processes.rpc", "processes.worker", "processes.live", "gateway", "webapp")
    for word in ("--set", f"{kind}.replicas=2")
]
SECRETS = {
    "databases": "pairwise-databases",
    "databaseOwners": "pairwise-database-owners",
    "nats": "pairwise-nats",
    "redis": "pairwise-redis",
    "callers": "pairwise-callers",
    "keys": "pairwise-keys",
}
# Another release with the first one's databases and keys: what is tried are names and policies.
SECOND = [
    "--set",
    "callers.publicKeys=pairwise-callers",
    *(word for name, secret in SECRETS.items() for word in ("--set", f"secrets.{name}={secret}")),
]


class Reached:
    """What tests of the product on a laptop ask a running copy for, and a cluster has: its address."""

    base_url = BASE_URL


def upgrade(cluster: Cluster, *words: str) -> None:
    cluster.helm("upgrade", "pairwise", "helm/pairwise", *DEVELOPMENT, *words, "--wait", "--timeout", "15m")


def test_the_readmes_commands_bring_all_pods_ready_without_a_restart(cluster: Cluster) -> None:
    assert cluster.all_ready()
    assert cluster.restarts() == {}


def test_the_server_finds_nothing_to_complain_about(cluster: Cluster) -> None:
    """A dry run of scenarios without kinds of operators, in a namespace of restricted pods."""
    for name in ("default", "air-gapped"):
        # Pods of tests name accounts that a dry run does not make; `helm test` makes both.
        values = f"helm/pairwise/ci/{name}-values.yaml"
        rendered = cluster.helm("template", "dry-run", "helm/pairwise", "--skip-tests", "--values", values)
        # As kubectl and Helm 3 apply objects, and as Helm 4 does.
        for way in ("", "--server-side"):
            said = cluster.run(f"kubectl apply --dry-run=server {way} --filename - 2>&1", given=rendered)
            assert "Warning" not in said


def test_the_journey_is_green(cluster: Cluster) -> None:
    ann, bo = new_member("Ann"), new_member("Bo", gender="male", seeks="female")
    device = Device(Reached(), bo)  # type: ignore[arg-type]
    assert subscribe(bo, device).status_code == 201
    ann.upload("photo", jpeg(), id=Member.new_id())
    ann.call("POST", "like", id=Member.new_id(), profile_id=bo.id)
    until(lambda: [one for one in device.shows() if one["body"] == LIKES], 120)
    until(lambda: bo.call("POST", "like", id=Member.new_id(), profile_id=ann.id)["match"])
    ann.become_premium()
    ann.write(bo.id, "hello")
    ann.upload("chat-photo", jpeg(), id=Member.new_id(), profile_id=bo.id)
    until(lambda: bo.get("chats")["total_unread_messages"] == 2)
    assert exported(ann)


def exported(member: Member) -> list[str]:
    """The files of the member's own copy."""
    member.call("POST", "export", id=Member.new_id(), password=PASSWORD)
    until(lambda: member.get("export")["export"]["state"] == "ready", 180)
    answer = member.http.post("/api/export-download.php", json={"token": member.mailed_token("my-data")})
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return archive.namelist()


def test_a_rolling_restart_under_load_loses_nothing(cluster: Cluster) -> None:
    upgrade(cluster, *TWO_OF_EACH)
    load = under_load(cluster)
    cluster.kubectl("rollout", "restart", "deployment", "--selector", "app.kubernetes.io/instance=pairwise")
    cluster.kubectl("rollout", "status", "deployment", "--selector", "app.kubernetes.io/instance=pairwise")
    assert_nothing_lost(cluster, load)


def test_a_drained_node_loses_nothing(cluster: Cluster) -> None:
    """Another node than those of the parts, which development runs as single pods, and of volumes.

    The fixture keeps one free of them; only a cluster of one node has none.
    """
    nodes = cluster.nodes()
    kept = {pod["spec"]["nodeName"] for pod in cluster.get("pods") if "app" in pod["metadata"].get("labels", {})}
    if len(nodes) < 2:
        pytest.skip("one node")
    upgrade(cluster, *TWO_OF_EACH)
    [free, *_] = sorted({*nodes} - kept - cluster.nodes_with_volumes())
    assert [pod for pod in cluster.get("pods") if pod["spec"]["nodeName"] == free], "the node has pods of the release"
    load = under_load(cluster)
    try:
        cluster.run(f"kubectl drain {free} --ignore-daemonsets --delete-emptydir-data --timeout=10m")
        assert_nothing_lost(cluster, load)
    finally:
        cluster.run(f"kubectl uncordon {free}")


def test_uploads_beyond_its_memory_end_no_pod(cluster: Cluster) -> None:
    """200 slow uploads of 20 MB by one member: most are refused (429, 503), others are answered, nothing is killed."""
    before, ann, bo = cluster.restarts(), new_member("Ann"), new_member("Bo", gender="male", seeks="female")
    uploads = ScriptPod(cluster, "uploads")
    asked = {"cookie": cookie_of(ann), "uploads": 200, "bytes": 20_000_000, "seconds": 40}
    uploads.start(image_of_services(cluster), asked | at_gateway("pairwise"))
    for _ in range(50):
        bo.get("user")
    statuses = uploads.outcome(600)["statuses"]
    assert sum(statuses.values()) == 200
    assert statuses.keys() & {"429", "503"}
    assert not statuses.keys() & {"500", "502", "504"}
    assert cluster.restarts() == before
    assert cluster.all_ready()


def test_photos_of_fifty_megapixels_end_no_pod(cluster: Cluster) -> None:
    """16 at once: profiles-web decodes some, and refuses those that would wait for too long (503)."""
    before, photo = cluster.restarts(), jpeg(8000, 6250)
    # Each has room for one more, below.
    members = [new_member("Ann") for _ in range(8)]

    def upload(member: Member) -> int:
        form: dict[str, Any] = {"data": {"id": Member.new_id()}, "files": {"photo": ("file", photo)}}
        return member.http.post("/api/photo.php", **form, timeout=120).status_code

    with ThreadPoolExecutor(16) as pool:
        statuses = set(pool.map(upload, members * 2))
    assert statuses <= {201, 503}
    until(lambda: upload(members[0]) == 201, 180)
    assert cluster.restarts() == before
    assert cluster.all_ready()


def under_load(cluster: Cluster) -> Load:
    load = Load(cluster)
    load.start(image_of_services(cluster))
    return load


def image_of_services(cluster: Cluster) -> str:
    web = cluster.get("deployments", "app.kubernetes.io/name=identity-web")[0]
    image: str = web["spec"]["template"]["spec"]["containers"][0]["image"]
    return image


def assert_nothing_lost(cluster: Cluster, load: Load) -> None:
    outcome = load.outcome()
    assert outcome["failed"] == []
    assert outcome["requests"] >= FEWEST
    # Each third request is a message.
    assert len(outcome["acknowledged"]) >= FEWEST // 4
    assert set(outcome["acknowledged"]) <= stored_messages(cluster)
    print(f"{outcome['requests']} requests, p99 {outcome['p99_ms']} ms, {len(outcome['acknowledged'])} messages")


def test_databases_of_different_moments_are_restored(cluster: Cluster) -> None:
    """docs/restore.md, with dumps; tests/resilience/test_restore.py has every conflict, on a laptop."""
    ann = new_member("Ann")
    dumps = {"chat": dump(cluster, "chat")}
    bo = new_member("Bo", gender="male", seeks="female")
    ann.write(bo.id, "after the backup of chat")
    dumps |= {service: dump(cluster, service) for service in service_names() if service != "chat"}

    for stop in commands_of(ROOT / "docs" / "restore.md", "## In a cluster"):
        cluster.follow(stop)
    for service, file in dumps.items():
        restore(cluster, service, file)
    empty_nats(cluster)
    upgrade(cluster, "--set", "migrations.restored=true")
    upgrade(cluster)

    wait_for_gateway()
    worker = [
        "exec",
        "deploy/pairwise-identity-worker",
        "--",
        "python",
        "-m",
        "identity.repeat_erasures",
        "--days",
        "35",
    ]
    cluster.kubectl(*worker)
    audit = cluster.kubectl("exec", "deploy/pairwise-billing-worker", "--", "python", "-m", "billing.audit")
    figures = json.loads(audit.splitlines()[-1])
    assert {name: figure for name, figure in figures.items() if name.endswith("_off") and figure} == {}
    # Chat's backup is older than Bo: it receives him again from identity's outbox.
    ann.write(bo.id, "after the restore")
    until(lambda: bo.get("chats")["total_unread_messages"] == 1)


def dump(cluster: Cluster, service: str) -> str:
    file = f"/tmp/{service}.dump"  # noqa: S108 - in the pod
    command = f"pg_dump --username postgres --format custom --file {file} {service}"
    cluster.kubectl("exec", "deploy/postgres", "--", "sh", "-c", command)
    return file


def restore(cluster: Cluster, service: str, file: str) -> None:
    psql = "psql --username postgres --set ON_ERROR_STOP=1 --command"
    line = (
        f'{psql} "DROP DATABASE {service} WITH (FORCE)" && {psql} "CREATE DATABASE {service} OWNER {service}_owner"'
        f' && {psql} "REVOKE ALL ON DATABASE {service} FROM PUBLIC"'
        f' && {psql} "GRANT CONNECT ON DATABASE {service} TO {service}"'
        f" && pg_restore --username postgres --exit-on-error --dbname {service} {file}"
    )
    cluster.kubectl("exec", "deploy/postgres", "--", "sh", "-c", line)


def empty_nats(cluster: Cluster) -> None:
    cluster.kubectl("scale", "deployment/nats", "--replicas=0")
    eventually(lambda: not cluster.get("pods", "app=nats"), "the end of NATS")
    cluster.kubectl("delete", "persistentvolumeclaim", "nats", "--wait")
    cluster.kubectl("apply", "--kustomize", "k8s/development")
    cluster.kubectl("scale", "deployment/nats", "--replicas=1")
    cluster.kubectl("rollout", "status", "deployment/nats")


def test_two_releases_share_a_namespace(cluster: Cluster) -> None:
    cluster.helm("install", "second", "helm/pairwise", *DEVELOPMENT, *SECOND, "--wait", "--timeout", "15m")
    cluster.helm("test", "second")
    cluster.helm("test", "pairwise")
    cluster.helm("uninstall", "second", "--wait")
    eventually(lambda: cluster.remains("second") == [], "the end of every object of the second release", 120)
    assert cluster.all_ready("pairwise")


def test_uninstalling_leaves_nothing(cluster: Cluster) -> None:
    cluster.helm("uninstall", "pairwise", "--wait")
    left: list[Any] = []

    def is_empty() -> bool:
        left[:] = cluster.remains("pairwise")
        return not left

    eventually(is_empty, f"the end of {left}", 120)
