"""The chart as Helm renders it: every process of every service, each with its own settings and secrets only."""

import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from helm_python import lint
from notifications.settings import PUSH_HOSTS
from runner import paths
from runner.cluster_users import passwords_in, text_for_development
from shared.registry import load_routes, service_names, service_secrets, services
from shared.sites import Site
from shared.sites.directory import DOCUMENTS

from tests.chart.rendering import CHART, ROOT, Objects, containers, pod_template, render, workloads


def rendered(**values: Any) -> Objects:
    """The objects by their kind and their name without that of the release."""
    return {(kind, name.removeprefix("pairwise-")): document for (kind, name), document in render(values).items()}


@pytest.fixture(scope="module")
def objects() -> Objects:
    return rendered()


def container(objects: Objects, name: str) -> dict[str, Any]:
    found: dict[str, Any] = objects["Deployment", name]["spec"]["template"]["spec"]["containers"][0]
    return found


def environment(objects: Objects, name: str) -> set[str]:
    return {entry["name"] for entry in container(objects, name)["env"]}


def test_helm_finds_nothing_to_complain_about() -> None:
    assert not [message for message in lint(str(CHART))["messages"] if message["severity"] not in ("info", "INFO", 1)]


def test_every_process_of_the_registry_is_deployed(objects: Objects) -> None:
    deployed = {name for kind, name in objects if kind == "Deployment"}
    expected = {f"{service.name}-{process}" for service in services() for process in service.processes}
    assert deployed == expected | {"gateway", "webapp", "provisioner"}


def test_one_process_alone_owns_the_streams(objects: Objects) -> None:
    spec = objects["Deployment", "provisioner"]["spec"]
    assert (spec["replicas"], spec["strategy"]) == (1, {"type": "Recreate"})
    users = {
        (name, entry["valueFrom"]["secretKeyRef"]["key"])
        for kind, name in objects
        if kind == "Deployment"
        for entry in container(objects, name).get("env", [])
        if entry["name"] == "NATS_URL"
    }
    workers = {(f"{one.name}-{process}", one.name) for one in services() for process in one.processes}
    assert users == workers | {("provisioner", "provisioner")}
    assert environment(objects, "provisioner") == {"NATS_URL", "PAIRWISE_HEALTH_LISTEN"}


def test_a_service_knows_the_addresses_of_those_it_asks_and_no_others(objects: Objects) -> None:
    for service in services():
        for process in service.processes:
            given = {name for name in environment(objects, f"{service.name}-{process}") if name.startswith("RPC_")}
            assert given == {f"RPC_{asked.upper()}" for asked in service.asks}
    assert all(("Service", f"{asked}-rpc") in objects for service in services() for asked in service.asks)


def test_a_process_gets_the_environment_the_registry_declares_and_no_more(objects: Objects) -> None:
    for service in services():
        secrets = {secret.setting for secret in service_secrets() if service.name in secret.services}
        addresses = {f"RPC_{asked.upper()}" for asked in service.asks}
        for process in service.processes:
            settings = [setting for setting in service.settings_of(process) if setting.is_set_in_cluster]
            # There is no provider of age assurance, OpenID or hash lists, translator or TURN server by default; an
            # empty value leaves its variable out.
            conditional = {setting.name for setting in settings if setting.when} | {
                "AGE_PROVIDER_URL",
                "OIDC_CLIENT_ID",
                "OIDC_ISSUER",
                "OIDC_SECOND_FACTORS",
                "PICTURE_MATCHER_URL",
                "TRANSLATOR_URL",
                "TURN_URLS",
            }
            declared = {setting.name for setting in settings} - conditional
            # tests/chart/test_readers.py looks at the store's own.
            given = {name for name in environment(objects, f"{service.name}-{process}") if not name.startswith("AWS_")}
            assert given - conditional == declared | secrets | addresses


def mounted(objects: Objects, name: str) -> dict[str, dict[str, Any]]:
    """The mount path of each volume of this pod, and its source."""
    volumes = {volume["name"]: volume for volume in objects["Deployment", name]["spec"]["template"]["spec"]["volumes"]}
    return {mount["mountPath"]: volumes[mount["name"]] for mount in container(objects, name)["volumeMounts"]}


def test_a_service_proves_itself_with_its_own_key_and_checks_others_by_their_public_keys(objects: Objects) -> None:
    for service in services():
        for process in service.processes:
            name = f"{service.name}-{process}"
            given = {entry["name"]: entry.get("value") for entry in container(objects, name)["env"]}
            folders = mounted(objects, name)
            assert ("CALLER_PRIVATE_KEY" in given) == bool(service.asks)
            assert ("CALLER_PUBLIC_KEYS" in given) == (process == "rpc")
            if service.asks:
                file = f"{service.name}.pem"
                assert given["CALLER_PRIVATE_KEY"] == f"/etc/pairwise/caller/{file}"
                assert folders["/etc/pairwise/caller"]["secret"] == {
                    "secretName": "pairwise-callers",
                    "items": [{"key": file, "path": file}],
                }
            if process == "rpc":
                assert folders[str(given["CALLER_PUBLIC_KEYS"])]["configMap"] == {"name": "pairwise-callers"}


def test_every_user_of_nats_and_redis_is_in_the_development_cluster_as_the_lists_say() -> None:
    assert (ROOT / "k8s/development/users.yaml").read_text() == text_for_development()


def test_nats_accepts_the_development_cluster_s_configuration(tmp_path: Path) -> None:
    users = {each["metadata"]["name"]: each for each in yaml.safe_load_all(text_for_development())}
    [configuration] = [
        each
        for each in yaml.safe_load_all((ROOT / "k8s/development/nats.yaml").read_text())
        if each["kind"] == "ConfigMap"
    ]
    (tmp_path / "users").mkdir()
    (tmp_path / "users/users.conf").write_text(users["nats-users"]["stringData"]["users.conf"])
    (tmp_path / "nats.conf").write_text(configuration["data"]["nats.conf"].replace("/data", str(tmp_path)))

    subprocess.run([str(paths.nats_server()), "-t", "--config", str(tmp_path / "nats.conf")], check=True)


def test_every_password_the_chart_asks_for_is_in_the_development_cluster(objects: Objects) -> None:
    files = [ROOT / "k8s/development" / name for name in ("users.yaml", "secrets.yaml")]
    made = [each for file in files for each in yaml.safe_load_all(file.read_text())]
    kept = {each["metadata"]["name"]: each["stringData"] for each in made}
    for service in services():
        for process in service.processes:
            for entry in container(objects, f"{service.name}-{process}")["env"]:
                reference = entry.get("valueFrom", {}).get("secretKeyRef", {})
                if reference.get("name") in ("pairwise-nats", "pairwise-redis"):
                    assert reference["key"] == service.name
                    assert f"//{service.name}:" in kept[reference["name"]][reference["key"]]


def test_an_earlier_file_of_users_keeps_its_passwords(tmp_path: Path) -> None:
    earlier = tmp_path / "users.yaml"
    earlier.write_text(text_for_development())

    kept = passwords_in(yaml.safe_load_all(earlier.read_text()))

    users = {(secret, name) for secret in ("pairwise-nats", "pairwise-redis") for name in service_names()}
    assert set(kept) == users | {("pairwise-nats", "provisioner")}
    assert set(kept.values()) == {"development"}


def test_secrets_go_only_where_they_are_used(objects: Objects) -> None:
    def holders(name: str) -> set[str]:
        return {
            service.name
            for service in services()
            for process in service.processes
            if name in environment(objects, f"{service.name}-{process}")
        }

    assert holders("TOKEN_PRIVATE_KEY") == {"identity"}
    for setting in {secret.setting for secret in service_secrets()}:
        expected = {name for secret in service_secrets() if secret.setting == setting for name in secret.services}
        assert holders(setting) == expected, setting
    assert holders("PUSH_STAND_IN_URL") == holders("NETWORKS_STAND_IN_URL") == set()


def test_only_migrations_know_the_owners_of_the_databases(objects: Objects) -> None:
    owners, runtime = (
        {
            (kind, name)
            for (kind, name), document in objects.items()
            if f"name: {secret}" in yaml.safe_dump(document) and kind in ("Deployment", "Job")
        }
        for secret in ("pairwise-database-owners", "pairwise-databases")
    )

    assert owners == {("Job", "migrations")}
    assert runtime == {("Deployment", f"{one.name}-{process}") for one in services() for process in one.processes}


def test_a_laptops_cluster_has_both_roles_of_every_service() -> None:
    secrets = {
        document["metadata"]["name"]: document["stringData"]
        for document in yaml.safe_load_all((ROOT / "k8s" / "development" / "secrets.yaml").read_text("utf-8"))
    }
    names = {service.name for service in services()}

    assert {name: urlsplit(url).username for name, url in secrets["pairwise-databases"].items()} == {
        name: name for name in names
    }
    assert {name: urlsplit(url).username for name, url in secrets["pairwise-database-owners"].items()} == {
        name: f"{name}_owner" for name in names
    }


def test_no_two_services_or_purposes_share_an_entry_of_the_secret(objects: Objects) -> None:
    """The exceptions are keys.yaml's own: keys shared by two services."""
    entries: dict[str, set[tuple[str, str]]] = {}
    for service in services():
        for process in service.processes:
            for entry in container(objects, f"{service.name}-{process}")["env"]:
                reference = entry.get("valueFrom", {}).get("secretKeyRef", {})
                if reference.get("name") == "pairwise-keys":
                    entries.setdefault(reference["key"], set()).add((service.name, entry["name"]))
    listed = {secret.name: {(name, secret.setting) for name in secret.services} for secret in service_secrets()}
    assert entries == listed | {"vapid-public": {("identity", "PUSH_PUBLIC_KEY")}}


def test_pushes_go_to_the_push_services_we_know_and_nowhere_else(objects: Objects) -> None:
    given = {entry["name"]: entry.get("value") for entry in container(objects, "notifications-worker")["env"]}
    assert given["PUSH_HOSTS"] == PUSH_HOSTS


def test_a_pod_leaves_when_the_next_is_ready_and_has_time_to_finish(objects: Objects) -> None:
    for (kind, name), document in objects.items():
        if kind != "Deployment" or name == "provisioner":
            continue
        spec, pod = document["spec"], document["spec"]["template"]["spec"]
        [main] = pod["containers"]
        assert spec["replicas"] >= 2
        assert spec["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
        assert "readinessProbe" in main
        waits = float(main["lifecycle"]["preStop"]["exec"]["command"][-1])
        assert waits >= 5, "new connections go elsewhere before it is told to stop"
        # gunicorn, the rpc server and the worker have ten seconds to finish (shared/kit), Envoy and streams fewer.
        assert pod["terminationGracePeriodSeconds"] >= waits + 12
        budget = objects["PodDisruptionBudget", name]["spec"]
        assert budget["maxUnavailable"] == 1
        assert budget["selector"] == spec["selector"]


def test_nothing_runs_as_root_or_writes_to_its_image(objects: Objects) -> None:
    for _, document in workloads(objects):
        assert pod_template(document)["spec"]["securityContext"]["runAsNonRoot"] is True
        for each in containers(document):
            assert each["securityContext"]["readOnlyRootFilesystem"] is True
            assert each["securityContext"]["allowPrivilegeEscalation"] is False


def test_every_client_trusts_the_authorities_of_the_operator() -> None:
    """Each of its libraries by the variable it reads; Envoy in its configuration."""
    named = {"SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "AWS_CA_BUNDLE", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"}
    named |= {"PGSSLROOTCERT", "NODE_EXTRA_CA_CERTS"}
    made = rendered(authorities={"configMap": "bundle", "entry": "all.pem"})
    file = "/etc/pairwise/authorities/all.pem"
    for name, document in workloads(made):
        if name == "helm-test":
            continue
        for each in pod_template(document)["spec"]["containers"]:
            assert named <= {entry["name"] for entry in each["env"] if entry.get("value") == file}, name
            assert "/etc/pairwise/authorities" in {mount["mountPath"] for mount in each["volumeMounts"]}, name
    assert yaml.safe_load(made["ConfigMap", "gateway"]["data"]["settings.json"])["trusted_roots"] == file


def test_fields_of_a_service_and_certificates_of_hosts_are_the_operators() -> None:
    service = {"type": "LoadBalancer", "extraSpec": {"externalTrafficPolicy": "Cluster", "loadBalancerClass": "a"}}
    hosts = ["pairwise.example", "iskra.example"]
    made = rendered(
        gateway={"service": service, "trustedHops": 1},
        networkPolicy={"clients": {"from": [{"podSelector": {"matchLabels": {"app": "proxy"}}}]}},
        ingress={"enabled": True, "hosts": hosts, "tls": [{"hosts": [each], "secretName": each} for each in hosts]},
        processes={"web": {"autoscaling": {"enabled": True, "memoryPercent": 80}}},
    )
    spec = made["Service", "gateway"]["spec"]
    assert (spec["type"], spec["externalTrafficPolicy"], spec["loadBalancerClass"]) == ("LoadBalancer", "Cluster", "a")
    assert [each["secretName"] for each in made["Ingress", "gateway"]["spec"]["tls"]] == hosts
    [cpu, memory] = made["HorizontalPodAutoscaler", "chat-web"]["spec"]["metrics"]
    assert (cpu["resource"]["name"], memory["resource"]["target"]["averageUtilization"]) == ("cpu", 80)


def test_the_gateway_has_an_address_for_every_route(objects: Objects) -> None:
    settings = yaml.safe_load(objects["ConfigMap", "gateway"]["data"]["settings.json"])
    assert {route.target for route in load_routes()} <= set(settings["addresses"])
    assert settings["development"] is False
    # Pods of 0.2.0 lack this label, and would answer a message with 404.
    selector = objects["Service", "chat-live-calls"]["spec"]["selector"]
    labels = objects["Deployment", "chat-live"]["spec"]["template"]["metadata"]["labels"]
    assert selector.items() <= labels.items()
    assert selector.items() - objects["Service", "chat-live"]["spec"]["selector"].items()
    assert settings["addresses"]["chat-live-calls"].partition(":")[0].endswith("chat-live-calls")


def test_health_and_metrics_are_on_a_port_the_gateway_has_no_address_for(objects: Objects) -> None:
    settings = yaml.safe_load(objects["ConfigMap", "gateway"]["data"]["settings.json"])
    assert {address.rpartition(":")[2] for address in settings["addresses"].values()} == {"8080"}
    for (kind, _), document in objects.items():
        if kind == "Deployment":
            [main] = document["spec"]["template"]["spec"]["containers"]
            ports = {port["name"]: port["containerPort"] for port in main["ports"]}
            probes = {main[probe]["httpGet"]["port"] for probe in ("startupProbe", "readinessProbe", "livenessProbe")}
            assert probes == {"health"}
            assert ports["health"] == 8081
        if kind == "Service":
            assert [port["targetPort"] for port in document["spec"]["ports"]] == ["main"]


def disclosure_of_sites(**values: Any) -> dict[str, str]:
    documents = rendered(**values)["ConfigMap", "sites"]["data"]
    sites = {name: Site.model_validate(yaml.safe_load(text)) for name, text in documents.items()}
    assert sites.keys() == {path.name for path in DOCUMENTS.glob("*.yaml")}
    return {name: site.account_disclosure for name, site in sites.items()}


def test_in_production_no_site_discloses_who_has_an_account_unless_somebody_decides_so() -> None:
    assert set(disclosure_of_sites().values()) == {"neutral"}
    as_written = {
        path.name: yaml.safe_load(path.read_text("utf-8")).get("account_disclosure")
        for path in DOCUMENTS.glob("*.yaml")
    }
    assert disclosure_of_sites(accountDisclosure="") == as_written
