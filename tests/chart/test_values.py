"""Values that cannot be right are refused, each with the path of the value to change."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
import yaml
from runner.chart_values import Description, made

from tests.chart.rendering import CHART, SCENARIOS, changed, refusal, site, values_of

SCHEMA = json.loads((CHART / "values.schema.json").read_text())
# Compiling it takes ten times as long as validating.
VALIDATOR = jsonschema_rs.validator_for(SCHEMA)
DEFAULTS = yaml.safe_load((CHART / "values.yaml").read_text())
LEAVES = dict(Description().leaves())


def errors(values: dict[str, Any]) -> Iterator[str]:
    """Where the schema refuses these values, as paths."""
    for error in VALIDATOR.iter_errors(values):
        yield ".".join(map(str, error.instance_path))


def groups(values: dict[str, Any], prefix: str = "") -> Iterator[str]:
    """Every group of values by its path; those whose keys an operator chooses are no groups."""
    for name, value in values.items():
        path = f"{prefix}{name}"
        if isinstance(value, dict) and path not in LEAVES:
            yield path
            yield from groups(value, f"{path}.")


def test_the_files_that_are_made_from_the_description_are_current() -> None:
    for file, text in made().items():
        assert file.read_text() == text, f"run scripts/pairwise chart values: {file.name}"


def test_the_defaults_and_every_scenario_are_valid() -> None:
    assert not list(errors(DEFAULTS))
    assert not [scenario for scenario in SCENARIOS if refusal(values_of(scenario))]


@pytest.mark.parametrize("path", LEAVES)
def test_a_value_of_another_type_is_refused_with_its_path(path: str) -> None:
    for wrong in ({"no": [1]}, [[1]], True, 1.5, "\n no"):
        if isinstance(LEAVES[path].default, bool) and wrong is True:
            continue
        found = list(errors(changed({}, path, wrong)))
        assert any(each.startswith(path) for each in found), f"{path}: {wrong!r}"


@pytest.mark.parametrize("path", ["", *groups(DEFAULTS)])
def test_an_unknown_name_is_refused_with_its_path(path: str) -> None:
    assert path in list(errors(changed({}, f"{path}.replica".removeprefix("."), 1)))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("services.chatt", {}),
        ("services.likes.rpc", {}),
        ("services.chat.web.replicas", "many"),
        ("services.chat.web.resources.limits.memory", "lots"),
        ("pods.labels.team", "not a label"),
        ("environment", "staging"),
        ("image.services", None),
        ("publicUrl", "https://pairwise.example/"),
        ("image.registry", "https://registry.example"),
        ("streams.replicas", 2),
        ("networkPolicy.reaches.push.to", [{"ipBlock": {"cidr": "10.0.0/8"}}]),
        ("networkPolicy.reaches.push.to", [{"ipBlock": {"cidr": "::/0", "except": ["everything"]}}]),
    ],
)
def test_helm_itself_refuses_it(path: str, value: Any) -> None:
    assert path.rpartition(".")[2] in refusal(changed({}, path, value))


@pytest.mark.parametrize(
    ("field", "value"), [("hosts", []), ("company", None), ("countries", ["Atlantis"]), ("tagline", "no such field")]
)
def test_a_site_document_that_no_service_would_start_with_is_refused(field: str, value: Any) -> None:
    assert refusal({"sites": {"documents": {"pairwise": site()}}}) == ""
    assert field in refusal({"sites": {"documents": {"pairwise": site(**{field: value})}}})


INGRESS = {"enabled": True, "hosts": ["pairwise.example"]}

AT_CROSS = [
    ("fullnameOverride", {"fullnameOverride": "a" * 41}),
    ("publicUrl", {"publicUrl": "http://pairwise.example"}),
    ("publicUrl", {"publicUrl": "https://elsewhere.example"}),
    ("standIns.enabled", {"standIns": {"enabled": True}}),
    ("migrations.restored", {"migrations": {"mode": "none", "restored": True}}),
    ("payments.apiUrl", {"payments": {"apiUrl": "http://payments.example"}}),
    ("payments.apiUrl", {"payments": {"apiUrl": "https://us:secret@payments.example"}}),
    ("smtp.tls", {"smtp": {"tls": "none"}}),
    ("pods.readOnlyRootFilesystem", {"pods": {"readOnlyRootFilesystem": False}}),
    ("store.endpoint", {"store": {"endpoint": "http://objects.example"}}),
    ("store.profilesUrl", {"store": {"profilesUrl": "file:///tmp/media"}}),
    ("store.chatUrl", {"store": {"claim": "volume", "profilesUrl": "file:///var/lib/pairwise/a"}}),
    ("store", {"store": {"chatUrl": "s3://pairwise-media"}}),
    ("store.throughGateway", {"store": {"throughGateway": True}}),
    ("store.throughGateway", {"store": {"throughGateway": True, "endpoint": "https://objects.example/path"}}),
    (
        "store.throughGateway",
        {
            "store": {
                "throughGateway": True,
                "region": "eu-west-1",
                "claim": "volume",
                **{f"{name}Url": f"file:///var/lib/pairwise/{name}" for name in ("profiles", "chat", "identity")},
            }
        },
    ),
    ("secrets.store", {"store": {"auth": "serviceAccount"}, "secrets": {"store": "buckets"}}),
    ("classifier.sha256", {"classifier": {"file": "model.onnx", "claim": "models"}}),
    ("classifier", {"classifier": {"file": "model.onnx", "sha256": "a" * 64}}),
    ("classifier", {"classifier": {"file": "m.onnx", "sha256": "a" * 64, "claim": "models", "configMap": "models"}}),
    ("classifier.file", {"classifier": {"claim": "models"}}),
    ("verification.sha256", {"verification": {"file": "model.onnx", "claim": "models"}}),
    ("verification", {"verification": {"file": "model.onnx", "sha256": "a" * 64}}),
    (
        "verification",
        {"verification": {"file": "m.onnx", "sha256": "a" * 64, "claim": "models", "configMap": "models"}},
    ),
    ("verification.file", {"verification": {"claim": "models"}}),
    ("sites", {"sites": {"documents": {"a": site()}, "existingConfigMap": "b"}}),
    ("accountDisclosure", {"sites": {"existingConfigMap": "ours"}}),
    ("sites.documents", {"sites": {"documents": {"a": site(), "b": site()}}}),
    ("ingress.hosts", {"ingress": {"enabled": True}}),
    ("ingress.hosts", {"ingress": {"enabled": True, "hosts": ["elsewhere.example"]}}),
    ("gateway.trustedHops", {"ingress": INGRESS, "gateway": {"trustedHops": 0}}),
    ("networkPolicy.clients.from", {"gateway": {"trustedHops": 1}}),
    ("networkPolicy.clients.from", {"ingress": INGRESS, "gateway": {"trustedHops": 2}}),
    ("httpRoute.parentRefs", {"httpRoute": INGRESS}),
    ("certificate.issuerRef.name", {"ingress": INGRESS, "certificate": {"enabled": True}}),
    ("certificate.dnsNames", {"certificate": {"enabled": True, "issuerRef": {"name": "a"}}}),
    (
        "ingress.tlsSecret",
        {"ingress": INGRESS | {"tlsSecret": "a"}, "certificate": {"enabled": True, "issuerRef": {"name": "a"}}},
    ),
    ("services.chat.worker.autoscaling", {"processes": {"worker": {"autoscaling": {"enabled": True}}}}),
    (
        "services.likes.web.autoscaling",
        {"services": {"likes": {"web": {"autoscaling": {"enabled": True, "minReplicas": 12}}}}},
    ),
    ("gateway.resources", {"gateway": {"resources": {"requests": {"memory": "2Gi"}}}}),
    ("gateway.resources", {"gateway": {"resources": {"requests": {"cpu": "2"}, "limits": {"cpu": "1500m"}}}}),
    ("services.chat.live.resources", {"processes": {"live": {"resources": {"limits": {"cpu": "0.04"}}}}}),
    ("traces.endpoint", {"traces": {"endpoint": "http://collector:4317"}}),
    (
        "ingress.tls",
        {"ingress": INGRESS | {"tlsSecret": "a", "tls": [{"hosts": ["pairwise.example"], "secretName": "b"}]}},
    ),
    ("gateway.extraEnv", {"pods": {"extraEnv": [{"name": "A", "value": "b"}, {"name": "A", "value": "c"}]}}),
    ("webapp.extraVolumes", {"webapp": {"extraVolumes": [{"name": "a", "emptyDir": {}}, {"name": "a"}]}}),
    ("webapp.extraVolumeMounts", {"webapp": {"extraVolumeMounts": [{"name": "a", "mountPath": "/a"}]}}),
    ("turn.quotas", {"turn": {"enabled": True, "host": "turn.example", "quotas": {"page": 3000}}}),
    ("turn.resources", {"turn": {"resources": {"requests": {"memory": "1Gi"}}}}),
    ("gateway.extraEnv", {"pods": {"extraEnv": [{"name": "PROXY_PASSWORD", "value": "secret"}]}}),
    (
        "services.chat.web.extraEnv",
        {"services": {"chat": {"web": {"extraEnv": [{"name": "REDIS_URL", "value": "x"}]}}}},
    ),
]


@pytest.mark.parametrize(("path", "values"), AT_CROSS, ids=[path for path, _ in AT_CROSS])
def test_values_that_contradict_each_other_are_refused_by_a_sentence(path: str, values: dict[str, Any]) -> None:
    assert f"- {path}: " in refusal(values)


def test_all_contradictions_are_reported_at_once() -> None:
    message = refusal(
        {"smtp": {"tls": "none"}, "store": {"chatUrl": "s3://pairwise-media"}, "standIns": {"enabled": True}}
    )
    assert all(f"- {path}: " in message for path in ("smtp.tls", "store", "standIns.enabled"))


def test_the_example_of_production_has_the_annotations_that_its_controller_needs() -> None:
    """CONTROLLERS.md says them, as values of the chart."""
    text = (CHART / "CONTROLLERS.md").read_text()
    _, _, section = text.partition("\n## ingress-nginx\n")
    written = yaml.safe_load(section.partition("```yaml\n")[2].partition("```")[0])
    example = values_of("production")["ingress"]
    assert example["className"] == written["ingress"]["className"]
    assert example["annotations"] == written["ingress"]["annotations"]
    for path in (("gateway", "trustedHops"), ("networkPolicy", "clients")):
        assert values_of("production")[path[0]][path[1]] == written[path[0]][path[1]]
