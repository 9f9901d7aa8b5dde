"""A changed value replaces the pods that read it, and no others."""

import fnmatch
import json
from typing import Any

import pytest
from runner.chart_values import Description
from shared.registry import services

from tests.chart.rendering import changed, pod_template, render, site, workloads

LEAVES = dict(Description().leaves())
SERVICES = {f"{service.name}-{process}" for service in services() for process in service.processes}
EVERYBODY = SERVICES | {"gateway", "webapp", "provisioner", "migrations", "helm-test", "doctor", "site-check"}
TESTS = {"helm-test", "doctor"}
OF_SERVICES_IMAGE = SERVICES | {"provisioner", "migrations", "doctor", "site-check"}
HOST = ["pairwise.example"]
REACH_STORE = {f"{s.name}-{p}" for s in services() for p in s.processes if "store" in s.reaches[p]} | {"doctor"}


def kinds(kind: str) -> set[str]:
    return {name for name in SERVICES if name.endswith(f"-{kind}")}


# By the path of the value: another value, and the workloads that read it. The first pattern that fits counts.
CHANGES: list[tuple[str, Any, set[str]]] = [
    ("fullnameOverride", "other", EVERYBODY),
    ("profile", None, set()),  # joins pods; goes with one replica of each
    ("environment", "development", SERVICES | {"gateway", "doctor"}),
    ("publicUrl", "https://iskra.example", SERVICES | {"gateway", "helm-test", "doctor"}),
    ("accountDisclosure", "", SERVICES | {"gateway"}),
    ("labels", {"team": "a"}, EVERYBODY),
    ("image.registry", "registry.example", EVERYBODY),
    ("image.services", "a/services:9", OF_SERVICES_IMAGE),
    ("image.gateway", "a/gateway:9", {"gateway", "helm-test"}),
    ("image.webapp", "a/webapp:9", {"webapp"}),
    ("image.tools", "a/tools:9", set()),  # its Job is secretsJob's
    ("image.pullPolicy", "Always", EVERYBODY),
    ("image.pullSecrets", ["login"], EVERYBODY),
    ("pods.labels", {"a": "b"}, EVERYBODY - TESTS),
    ("pods.annotations", {"a": "b"}, EVERYBODY - TESTS),
    ("pods.nodeSelector", {"a": "b"}, EVERYBODY),
    ("pods.tolerations", [{"key": "a", "operator": "Exists"}], EVERYBODY),
    ("pods.affinity", {"nodeAffinity": {}}, EVERYBODY),
    ("pods.priorityClassName", "high", EVERYBODY),
    ("pods.runAsUser", 20000, EVERYBODY),
    ("pods.runAsGroup", 20000, EVERYBODY),
    ("pods.fsGroup", 20000, EVERYBODY),
    ("pods.readOnlyRootFilesystem", None, set()),  # production refuses another value
    ("pods.extraEnv", [{"name": "A", "value": "b"}], EVERYBODY - {"helm-test"}),
    ("pods.extraEnvFrom", [{"configMapRef": {"name": "a"}}], EVERYBODY),
    ("pods.extraVolumes", [{"name": "a", "emptyDir": {}}], EVERYBODY - {"helm-test"}),
    ("pods.extraVolumeMounts", None, set()),  # go with extraVolumes
    ("pods.extraContainers", [{"name": "a", "image": "a"}], EVERYBODY - {"helm-test"}),
    ("pods.terminationGracePeriodSeconds", 60, EVERYBODY),
    ("logLevel", "debug", EVERYBODY - {"helm-test"}),
    ("authorities.configMap", "bundle", EVERYBODY - {"helm-test"}),
    ("authorities.entry", None, set()),  # goes with authorities.configMap
    ("pods.resources", {"requests": {"cpu": "51m"}}, EVERYBODY - {"gateway", "webapp"}),
    ("gateway.trustedHops", 2, {"gateway"}),
    ("gateway.concurrency", 3, {"gateway"}),
    ("gateway.maxConnections", 9000, {"gateway"}),
    ("gateway.resources", {"limits": {"memory": "1Gi"}}, {"gateway"}),
    ("gateway.service.port", 80, {"helm-test"}),
    ("webapp.resources", {"limits": {"memory": "256Mi"}}, {"webapp"}),
    ("spread.*", "DoNotSchedule", SERVICES | {"gateway", "webapp"}),
    ("services", {"chat": {"live": {"resources": {"limits": {"memory": "1Gi"}}}}}, {"chat-live"}),
    ("sites.documents", {"one": site(hosts=HOST)}, SERVICES | {"gateway"}),
    ("sites.files", None, set()),  # goes with documents
    ("sites.existingConfigMap", None, set()),  # goes with accountDisclosure
    ("smtp.provider", "ses", {"notifications-web", "notifications-worker", "doctor"}),
    (
        "sms.provider",
        "twilio",
        {
            "billing-web",
            "billing-rpc",
            "billing-worker",
            "notifications-web",
            "notifications-worker",
            "profiles-web",
            "profiles-rpc",
            "profiles-worker",
            "doctor",
        },
    ),
    ("smtp.tls", "opportunistic", {"notifications-web", "notifications-worker", "doctor"}),
    ("push.hosts", ["push.example"], {"notifications-web", "notifications-worker"}),
    ("payments.apiUrl", "https://pay.example", {name for name in SERVICES if name.startswith("billing-")} | {"doctor"}),
    ("store.profilesUrl", "s3://other", {name for name in SERVICES if name.startswith("profiles-")} | {"doctor"}),
    ("store.chatUrl", "s3://other", {name for name in SERVICES if name.startswith("chat-")} | {"doctor"}),
    ("store.identityUrl", "s3://other", {name for name in SERVICES if name.startswith("identity-")} | {"doctor"}),
    ("store.endpoint", "https://objects.example", REACH_STORE),
    ("store.region", "eu-west-1", REACH_STORE),
    ("store.throughGateway", None, set()),  # goes with an endpoint or a region
    ("store.auth", "serviceAccount", REACH_STORE),
    ("store.claim", None, set()),  # goes with file:// in the three addresses
    *(
        (f"{model}.{name}", None, set())
        for model in ("classifier", "verification")
        for name in ("file", "sha256", "claim", "configMap")  # go together
    ),
    ("callers.publicKeys", "other", kinds("rpc")),
    ("secrets.databases", "other", SERVICES | {"doctor"}),
    ("secrets.databasePoolers", None, set()),  # goes with databases.pooled
    ("secrets.databaseReplicas", None, set()),  # goes with databases.replicas
    ("databases.replicas", True, {"profiles-web"}),
    ("databases.replicaStaleness", None, set()),  # goes with databases.replicas
    ("streams.replicas", 3, {"provisioner"}),
    ("streams.maxBytes", 5_000_000_000, {"provisioner"}),
    ("databases.pooled", True, SERVICES),
    *((f"processes.{kind}.poolSize", 3, kinds(kind)) for kind in ("web", "rpc", "worker", "live")),
    ("secrets.databaseOwners", "other", {"migrations"}),
    ("secrets.nats", "other", SERVICES | {"provisioner", "doctor"}),
    ("nats.tls", True, SERVICES | {"provisioner", "doctor"}),
    ("calls.turnUrls", ["turn:turn.example:3478"], {"chat-web"}),
    # tests/chart/test_turn.py
    *((path, None, set()) for path in ("turn.*", "image.turn")),
    ("translator.url", "https://translate.example", {"chat-web", "chat-live", "doctor"}),
    ("ageProvider.url", "https://age.example", {name for name in SERVICES if name.startswith("identity-")}),
    *(
        (f"openid.{value}", other, {name for name in SERVICES if name.startswith("identity-")})
        for value, other in (
            ("issuer", "https://login.example"),
            ("clientId", "pairwise"),
            ("secondFactors", "amr:mfa"),
        )
    ),
    ("pictureMatcher.url", "https://matcher.example", {"profiles-web", "profiles-rpc"}),
    ("secrets.redis", "other", SERVICES | {"doctor"}),
    ("secrets.callers", "other", {f"{s.name}-{p}" for s in services() for p in s.processes if s.asks}),
    ("secrets.keys", "other", SERVICES | {"gateway", "doctor"}),
    ("secrets.backups", "other", {"doctor"}),
    ("secrets.reports", "other", {"lander-worker", "doctor"}),
    (
        "secrets.senders",
        "other",
        {name for name in SERVICES if name.startswith(("billing-", "notifications-"))} | {"doctor"},
    ),
    ("secrets.store", "other", REACH_STORE),
    ("traces.endpoint", "http://collector:4318", SERVICES | {"gateway", "doctor"}),
    ("traces.ratio", "0.5", {"gateway"}),  # services read it with an endpoint
    # Circuit breakers follow them.
    *((f"{path}.replicas", 5, {"gateway"}) for path in ("gateway", "webapp", "processes.web")),
    *((f"{path}.autoscaling.enabled", True, {"gateway"}) for path in ("webapp", "processes.web")),
    # Secrets read by objects other than pods.
    *((path, None, set()) for path in ("annotations", "image.standIns", "standIns.*", "*.replicas", "*.autoscaling.*")),
    *(
        (path, None, set())
        for path in ("gateway.service.*", "migrations.*", "doctor.*", "budgets.*", "keda.*", "networkPolicy.*")
    ),
    *((path, None, set()) for path in ("ingress.*", "httpRoute.*", "certificate.*", "monitors.*", "secretsJob.*")),
    *((path, None, set()) for path in ("alerts.*", "dashboards.*", "extraObjects", "store.insecure")),
]


def templates(values: dict[str, Any]) -> dict[str, str]:
    """The pod template of each workload, by the workload's name without the release's."""
    made = {}
    for _, document in workloads(render(values)):
        template = pod_template(document)
        name = template["metadata"]["labels"]["app.kubernetes.io/name"]
        metadata = template["metadata"] if document["kind"] != "Pod" else template["metadata"]["labels"]
        made[name] = json.dumps([metadata, template["spec"]], sort_keys=True)
    return made


def change_of(path: str) -> tuple[Any, set[str]]:
    found = [(value, readers) for pattern, value, readers in CHANGES if fnmatch.fnmatch(path, pattern)]
    assert found, f"say in CHANGES which pods read {path}"
    return found[0]


# Trusted hops need proxies that the gateway can tell from visitors.
CLIENTS = {"networkPolicy": {"clients": {"from": [{"podSelector": {"matchLabels": {"app": "proxy"}}}]}}}
READ = [path for path in LEAVES if change_of(path)[0] is not None]


def test_it_is_said_of_every_value_who_reads_it() -> None:
    for path in LEAVES:
        change_of(path)
    unused = [pattern for pattern, _, _ in CHANGES if not fnmatch.filter(LEAVES, pattern)]
    assert not unused


@pytest.mark.parametrize("path", READ)
def test_a_changed_value_replaces_the_pods_that_read_it_and_no_others(path: str) -> None:
    value, readers = change_of(path)
    assert value != LEAVES[path].default
    before, after = templates(CLIENTS), templates(changed(CLIENTS, path, value))
    assert {name for name in after if before.get(name) != after[name]} == readers


@pytest.mark.parametrize(
    "values",
    [
        {"annotations": {"a": "b"}, "budgets": {"enabled": False}, "networkPolicy": {"enabled": False}},
        {"processes": {"rpc": {"replicas": 9, "autoscaling": {"maxReplicas": 11}}, "worker": {"replicas": 0}}},
        {"ingress": {"enabled": True, "hosts": HOST}, "monitors": {"enabled": True}, "alerts": {"enabled": True}},
        {"migrations": {"backoffLimit": 1}, "image": {"standIns": "a/b:2"}, "extraObjects": []},
        {"gateway": {"autoscaling": {"enabled": True}, "service": {"type": "LoadBalancer"}}},
    ],
    ids=lambda values: ",".join(values),
)
def test_secrets_read_by_other_objects_replace_no_pods(values: dict[str, Any]) -> None:
    behind = {**CLIENTS, "gateway": {"trustedHops": 1}} if "ingress" in values else {}
    assert templates({**behind, **values}) == templates(behind)


def test_no_replicas_stay_none() -> None:
    made = render({"services": {"chat": {"web": {"replicas": 0}}}, "webapp": {"replicas": 0}})
    assert made["Deployment", "pairwise-chat-web"]["spec"]["replicas"] == 0
    assert made["Deployment", "pairwise-webapp"]["spec"]["replicas"] == 0


def test_two_releases_share_a_namespace() -> None:
    first, second = render({}, release="one"), render({}, release="two")
    assert not first.keys() & second.keys()
    selectors = [
        json.dumps(document["spec"]["selector"], sort_keys=True)
        for objects in (first, second)
        for (kind, _), document in objects.items()
        if kind == "Deployment"
    ]
    assert len(selectors) == len(set(selectors))


def test_uninstalling_leaves_nothing() -> None:
    """Helm deletes all objects but hooks; hooks delete themselves after success, and a failed Job after a time."""
    for (kind, name), document in render({}).items():
        annotations = document["metadata"].get("annotations", {})
        if "helm.sh/hook" in annotations:
            assert "hook-succeeded" in annotations["helm.sh/hook-delete-policy"], name
        if kind == "Job":
            assert document["spec"]["ttlSecondsAfterFinished"]
