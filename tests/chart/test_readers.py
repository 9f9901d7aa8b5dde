"""The rendered chart, fed to the code that reads it: settings classes, the gateway's generator, Envoy itself."""

import json
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from runner import cluster_keys, nats_routes, paths
from runner.cluster_users import objects as users
from shared.kit.run import settings_of_part
from shared.kit.testing.environment import settings_class
from shared.registry import JOINED, load_routes, service_names, service_secrets, services
from shared.sites import Site

from gateway.clusters import CONNECTIONS_PER_POD, FILE_CONNECTIONS_PER_POD
from gateway.envoy import configuration, write
from gateway.settings import GatewaySettings
from tests.chart.rendering import Objects, containers, main_container, pod_template, render, runs, values_of

STORES = ("identity", "profiles", "chat")


@cache
def keys() -> tuple[dict[str, str], dict[str, str]]:
    """The Secrets of keys and of callers, as scripts/pairwise keys makes them."""
    made = list(yaml.safe_load_all(cluster_keys.text("any", {"payments": "test_of_the_chart"})))
    return made[0]["stringData"], made[1]["stringData"]


@cache
def secrets() -> dict[str, dict[str, str]]:
    """The entries of every Secret that the chart names, by their key in `.Values.secrets`."""
    of_users = {
        each["metadata"]["name"]: each["stringData"] for each in users(lambda *_: "secret", "nats:1", "redis:1")
    }
    urls = {name: f"postgresql://{name}:secret@postgres:5432/{name}" for name in service_names()}
    return {
        "databases": urls,
        "databaseReplicas": {name: url.replace("@postgres:", "@replica:") for name, url in urls.items()},
        "databasePoolers": {name: url.replace("@postgres:", "@pooler:") for name, url in urls.items()},
        "databaseOwners": {name: url.replace(":secret", "_owner:secret") for name, url in urls.items()},
        "nats": of_users["pairwise-nats"] | {"ca.crt": nats_routes.certificate(["nats"])["ca.crt"]},
        "redis": of_users["pairwise-redis"],
        "keys": keys()[0],
        "callers": keys()[1],
        "senders": {"smtp-url": "smtp://us:secret@smtp.example:587", "sms-url": "https://us:secret@sms.example/send"},
        "store": {f"{name}-{part}": "secret" for name in STORES for part in ("access-key-id", "secret-access-key")},
    }


def secret_names(scenario: str) -> dict[str, str]:
    """The key in `.Values.secrets` of each Secret's name in this scenario."""
    values = values_of(scenario)
    given, fullname = values.get("secrets", {}), values.get("fullnameOverride", "pairwise")
    usual = {key: re.sub("[A-Z]", lambda found: f"-{found[0].lower()}", key) for key in secrets()}
    return {given.get(key, f"{fullname}-{name}"): key for key, name in usual.items()}


def resolved(scenario: str, entry: dict[str, Any]) -> str:
    """The value that a container gets for this entry of its `env`."""
    if "value" in entry:
        return str(entry["value"])
    reference = entry["valueFrom"]["secretKeyRef"]
    return secrets()[secret_names(scenario)[reference["name"]]][reference["key"]]


def files(scenario: str, objects: Objects, document: dict[str, Any]) -> set[str]:
    """The files that are mounted in the first container, from Secrets and ConfigMaps."""
    volumes = {volume["name"]: volume for volume in pod_template(document)["spec"].get("volumes", [])}
    found = set()
    for mount in main_container(document).get("volumeMounts", []):
        volume = volumes[mount["name"]]
        if secret := volume.get("secret"):
            held = secrets()[secret_names(scenario)[secret["secretName"]]]
            for item in secret["items"]:
                assert item["key"] in held, f"{secret['secretName']} has no {item['key']}"
                found.add(f"{mount['mountPath']}/{item['path']}")
        elif "configMap" in volume:
            made = objects.get(("ConfigMap", volume["configMap"]["name"]), {"data": {}})
            found |= {mount["mountPath"], *(f"{mount['mountPath']}/{name}" for name in made["data"])}
    return found


def test_every_process_accepts_its_environment(
    scenario: str, rendered: Objects, monkeypatch: pytest.MonkeyPatch
) -> None:
    fullname = values_of(scenario).get("fullnameOverride", "pairwise")
    for service in services():
        fields = {field.alias for field in settings_class(service.name).model_fields.values()}
        for name in fields:
            monkeypatch.delenv(str(name), raising=False)
        for process in service.processes:
            document = runs(rendered, service.name, process)
            main = main_container(document)
            variables = {entry["name"]: resolved(scenario, entry) for entry in main["env"]}
            # Without the arguments, as commands have it that somebody runs in the pod.
            settings = settings_class(service.name).from_environment(**variables)
            assert main["args"] == [settings.service, settings.process]
            assert service.name == settings.service
            assert process in settings.process.split(JOINED)
            with monkeypatch.context() as environment:
                for name, value in variables.items():
                    environment.setenv(name, value)
                part = settings_of_part(settings, process, settings.process)
            addresses = [part.health_listen] if process == "worker" else part.addresses
            served = {port["containerPort"] for port in main["ports"]}
            listening = {int(address.rpartition(":")[2]) for address in addresses if address.startswith("0.0.0.0:")}
            assert listening <= served
            assert settings.rpc_addresses.keys() == service.asks.keys()
            for asked, address in settings.rpc_addresses.items():
                host, _, port = address.partition(":")
                assert host == f"{fullname}-{asked}-rpc"
                assert rendered["Service", host]["spec"]["ports"][0]["port"] == int(port)
            assert urlsplit(settings.nats_url).username == service.name
            assert urlsplit(settings.redis_url).username == service.name
            mounted = files(scenario, rendered, document)
            for name, value in variables.items():
                if value.startswith("/etc/pairwise/") and name != "SITES_DIR":
                    assert value in mounted or name == "CALLER_PUBLIC_KEYS", f"{name} names {value}, which is not there"


def test_the_gateway_fetches_from_the_store_of_the_services(scenario: str, rendered: Objects) -> None:
    values = values_of(scenario)
    fullname, store = values.get("fullnameOverride", "pairwise"), values.get("store", {})
    settings = json.loads(rendered["ConfigMap", f"{fullname}-gateway"]["data"]["settings.json"])
    region = store.get("region")
    usual = f"https://s3.{region}.amazonaws.com" if region else None
    assert settings["store"] == ((store.get("endpoint") or usual) if store.get("throughGateway") else None)


def test_each_process_that_reaches_the_store_can_authenticate(scenario: str, rendered: Objects) -> None:
    values = values_of(scenario)
    store = values.get("store", {})
    for service in services():
        for process in service.processes:
            document = main_container(runs(rendered, service.name, process))
            variables = {entry["name"]: resolved(scenario, entry) for entry in document["env"]}
            mounted = {mount["mountPath"] for mount in document["volumeMounts"]}
            together = variables["PAIRWISE_PROCESS"].split(JOINED)
            reaches = any("store" in service.reaches[each] for each in together)
            by_volume, by_account = "claim" in store, store.get("auth") == "serviceAccount"
            assert ("AWS_SECRET_ACCESS_KEY" in variables) == (reaches and not by_volume and not by_account)
            assert ("/var/lib/pairwise" in mounted) == (reaches and by_volume)
            assert variables.get("AWS_ENDPOINT_URL_S3") == (store.get("endpoint") if reaches else None)


def test_the_migrations_get_the_owner_of_every_database(scenario: str, rendered: Objects) -> None:
    for (kind, name), document in rendered.items():
        if kind == "Job" and "-migrations" in name:
            variables = {entry["name"]: resolved(scenario, entry) for entry in containers(document)[0]["env"]}
            for service in service_names():
                assert urlsplit(variables[f"DATABASE_OWNER_URL_{service.upper()}"]).username == f"{service}_owner"


def gateway_settings(scenario: str, objects: Objects, folder: Path) -> GatewaySettings:
    """The settings in the rendered ConfigMap, with its files in this folder."""
    fullname = values_of(scenario).get("fullnameOverride", "pairwise")
    settings = GatewaySettings.model_validate_json(objects["ConfigMap", f"{fullname}-gateway"]["data"]["settings.json"])
    key, sites = folder / "token-public.pem", folder / "sites"
    key.write_text(secrets()["keys"]["token-public.pem"])
    if own := objects.get(("ConfigMap", f"{fullname}-sites")):
        sites.mkdir()
        for name, text in own["data"].items():
            Site.model_validate(yaml.safe_load(text))
            (sites / name).write_text(text)
        settings = settings.model_copy(update={"sites": sites})
    else:
        settings = settings.model_copy(update={"sites": GatewaySettings.model_fields["sites"].default})
    return settings.model_copy(update={"public_key": key})


def test_envoy_accepts_the_gateway_s_configuration(scenario: str, rendered: Objects, tmp_path: Path) -> None:
    settings = gateway_settings(scenario, rendered, tmp_path)
    write(settings, tmp_path / "envoy.json")
    # Envoy reads watched files only while it runs: here everything is in one file.
    whole = tmp_path / "whole.json"
    whole.write_text(json.dumps(configuration(settings)))
    fullname = values_of(scenario).get("fullnameOverride", "pairwise")
    envoy = main_container(rendered["Deployment", f"{fullname}-gateway"])
    options = envoy["command"][3:]
    command = [str(paths.envoy()), "--mode", "validate", "-c", str(whole), *options]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]


def test_every_route_leads_to_a_service_of_the_release(scenario: str, rendered: Objects, tmp_path: Path) -> None:
    settings = gateway_settings(scenario, rendered, tmp_path)
    for route in load_routes(development=settings.development):
        host, _, port = settings.addresses[route.target].partition(":")
        if host == "127.0.0.1":  # a container of the same pod
            containers_there = pod_template(rendered["Deployment", "pairwise-gateway"])["spec"]["containers"]
            assert int(port) in {each["containerPort"] for one in containers_there for each in one["ports"]}
            continue
        assert rendered["Service", host]["spec"]["ports"][0]["port"] == int(port)
    hosts = {name for names in settings.hosts.values() for name in names}
    assert urlsplit(settings.public_url).hostname in hosts


def test_the_heap_of_the_gateway_fits_into_its_memory(scenario: str, rendered: Objects, tmp_path: Path) -> None:
    settings = gateway_settings(scenario, rendered, tmp_path)
    fullname = values_of(scenario).get("fullnameOverride", "pairwise")
    limit = main_container(rendered["Deployment", f"{fullname}-gateway"])["resources"]["limits"]["memory"]
    bytes_of = {"Mi": 1 << 20, "Gi": 1 << 30}
    memory = int(limit[:-2]) * bytes_of[limit[-2:]]
    assert settings.heap_bytes == memory * 3 // 4
    # Idle connections alone leave room for requests (10 KiB each, gateway/listener.py).
    assert settings.max_connections * 10_240 < settings.heap_bytes / 2


def test_every_key_of_the_lists_is_made_by_the_script() -> None:
    made, callers = keys()
    assert made.keys() == {secret.name for secret in service_secrets()} | {
        *["vapid-public", "token-private.pem", "token-public.pem"]
    }
    assert callers.keys() == {f"{name}.pem" for name in service_names()}


def test_an_earlier_file_of_keys_keeps_them(tmp_path: Path) -> None:
    earlier = tmp_path / "keys.yaml"
    earlier.write_text(cluster_keys.text("first", {"payments": "test_of_the_chart"}))
    again = cluster_keys.text("first", {}, earlier=earlier)
    assert list(yaml.safe_load_all(again)) == list(yaml.safe_load_all(earlier.read_text()))


@pytest.mark.parametrize(
    ("values", "pods"),
    [
        ({}, 1),
        ({"gateway": {"replicas": 4}}, 0.5),
        ({"services": {"chat": {"web": {"replicas": 6}}}}, 3),
        ({"services": {"chat": {"web": {"replicas": 0}}}}, 0.5),
        ({"processes": {"web": {"autoscaling": {"enabled": True, "minReplicas": 2, "maxReplicas": 20}}}}, 10),
        (
            {
                "processes": {"web": {"autoscaling": {"enabled": True, "minReplicas": 4, "maxReplicas": 20}}},
                "gateway": {"autoscaling": {"enabled": True, "minReplicas": 2, "maxReplicas": 40}},
            },
            2,
        ),
    ],
)
def test_circuit_breakers_follow_replicas(values: dict[str, Any], pods: float, tmp_path: Path) -> None:
    objects = render(values_of("default") | values)
    settings = gateway_settings("default", objects, tmp_path)
    [chat] = [each for each in configuration(settings)["static_resources"]["clusters"] if each["name"] == "chat-web"]
    most = {limit["priority"]: limit["max_connections"] for limit in chat["circuit_breakers"]["thresholds"]}
    assert most == {"DEFAULT": CONNECTIONS_PER_POD * pods, "HIGH": FILE_CONNECTIONS_PER_POD * pods}
