"""The parts of k8s/production fit the chart: names, keys, labels and configurations that their readers want."""

import json
import os
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from helm_python import Chart
from runner import paths
from runner.cluster_users import objects
from shared.registry import service_names

from tests.chart import nats_cluster
from tests.chart.rendering import CHART, ROOT, Loader, containers, refusal, render, workloads

FOLDER = ROOT / "k8s" / "production"
DEVELOPMENT = ROOT / "k8s" / "development"
OF_KUBERNETES = ("v1", "apps", "batch", "policy")


def documents(name: str) -> list[dict[str, Any]]:
    return list(yaml.load_all((FOLDER / f"{name}.yaml").read_text(), Loader))


def one(name: str, kind: str) -> dict[str, Any]:
    [found] = [document for document in documents(name) if document["kind"] == kind]
    return found


def values() -> dict[str, dict[str, Any]]:
    return {
        "flux": one("flux", "HelmRelease")["spec"]["values"],
        "argocd": one("argocd", "Application")["spec"]["source"]["helm"]["valuesObject"],
    }


@pytest.mark.parametrize("version", ["1.29", "1.36"])
@pytest.mark.parametrize("name", ["postgres", "databases", "nats", "redis", "store"])
def test_kubernetes_knows_every_field(name: str, version: str) -> None:
    for document in documents(name):
        if document["apiVersion"].partition("/")[0] in OF_KUBERNETES:
            kubernetes_validate.validate(document, version, strict=True)


def test_flux_and_argo_give_the_chart_the_same_values_and_it_takes_them() -> None:
    given = values()
    assert given["flux"] == given["argocd"]
    assert refusal(given["flux"]) == ""


def test_flux_takes_the_chart_as_a_package_and_argo_cd_from_the_repository() -> None:
    """Flux leaves symbolic links out of what it clones; Argo CD follows those that stay inside the clone."""
    links = [path for path in CHART.rglob("*") if path.is_symlink()]
    assert links
    assert all(path.resolve().is_relative_to(ROOT) for path in links)
    release, repository = one("flux", "HelmRelease"), one("flux", "HelmRepository")
    source = release["spec"]["chart"]["spec"]
    assert source["chart"] == yaml.safe_load((CHART / "Chart.yaml").read_text())["name"]
    assert source["sourceRef"] == {"kind": "HelmRepository", "name": repository["metadata"]["name"]}
    assert one("argocd", "Application")["spec"]["source"]["path"] == str(CHART.relative_to(ROOT))


def test_the_packaged_chart_renders_what_the_folder_renders(tmp_path: Path) -> None:
    package = Chart.load(str(CHART)).save(str(tmp_path))
    with tarfile.open(package) as archive:
        assert not [member.name for member in archive if member.issym() or member.islnk()]
    folder, packaged = Chart.load(str(CHART)), Chart.load_archive(Path(package).read_bytes())
    made, expected = (
        chart.render(values()["flux"], name="pairwise", namespace="dating") for chart in (packaged, folder)
    )
    assert made == expected
    assert "pairwise-chat-live" in "".join(made.values())


def test_one_version_everywhere() -> None:
    """A tag is made on the commit that says so; see "How a release is made" in CONTRIBUTING.md."""
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text())
    version = chart["version"]
    assert chart["appVersion"] == version
    assert one("flux", "HelmRelease")["spec"]["chart"]["spec"]["version"] == version
    assert one("argocd", "Application")["spec"]["source"]["targetRevision"] == f"v{version}"
    images = yaml.safe_load((CHART / "values.yaml").read_text())["image"]
    of_ours = [image for image in images.values() if isinstance(image, str) and image.startswith("pairwise/")]
    [job] = one("databases", "Job")["spec"]["template"]["spec"]["containers"]
    assert {image.partition(":")[2] for image in [*of_ours, job["image"]]} == {version}
    assert f"\n## {version}\n" in (CHART / "CHANGELOG.md").read_text()
    released = yaml.safe_load((ROOT / "services/released.yaml").read_text())["version"]
    assert f"## From {released} to {version}\n" in (CHART / "UPGRADING.md").read_text()


def test_every_secret_that_is_read_is_made() -> None:
    made = {document["spec"]["target"]["name"] for document in documents("external-secrets")}
    parts = [documents(name) for name in ("nats", "postgres", "databases", "redis", "store")]
    read = json.dumps([list(render(values()["flux"]).values()), parts])
    named = {"pairwise-postgres-superuser"}  # CloudNativePG's own

    def visit(value: Any) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                if key in ("secretKeyRef", "secretRef", "accessKeyId", "secretAccessKey"):
                    named.add(inner["name"])
                elif key == "secretName" and isinstance(inner, str):
                    named.add(inner)
                else:
                    visit(inner)
        elif isinstance(value, list):
            for inner in value:
                visit(inner)

    visit(json.loads(read))
    assert named - {"pairwise-postgres-superuser"} == made


def test_each_service_may_have_a_postgresql_of_its_own() -> None:
    """Each process reads one entry of the Secrets, with its own service's address, and migrations those of all."""
    peers = [{"podSelector": {"matchLabels": {"cnpg.io/cluster": f"{name}-postgres"}}} for name in service_names()]
    apart = {"databases": {"pooled": True}, "networkPolicy": {"reaches": {"databases": {"to": peers}}}}
    made = render(apart)
    secrets = {"DATABASE_URL": "databases", "DATABASE_POOLER_URL": "database-poolers"}
    for name, document in workloads(made):
        service = name.removeprefix("pairwise-").rpartition("-")[0]
        for container in containers(document) if service in service_names() else []:
            given = {
                each["name"]: each["valueFrom"]["secretKeyRef"] for each in container["env"] if "valueFrom" in each
            }
            read = {variable: source for variable, source in given.items() if variable.startswith("DATABASE_")}
            assert read == {
                variable: {"name": f"pairwise-{secret}", "key": service} for variable, secret in secrets.items()
            }, name
            policy = made["NetworkPolicy", name]["spec"]["egress"]
            assert any(rule.get("to") == peers for rule in policy), name
    [migrate] = containers(made["Job", "pairwise-migrations"])
    assert {each["name"]: each["valueFrom"]["secretKeyRef"]["key"] for each in migrate["env"]} == {
        f"DATABASE_OWNER_URL_{name.upper()}": name for name in service_names()
    }


def test_redis_in_production_gives_its_users_to_every_server(tmp_path: Path) -> None:
    """The script of each pod, run as it is, and the files it writes; with the user of the fail-over."""
    script = one("redis", "ConfigMap")["data"]["configure.sh"]
    users = {
        each["metadata"]["name"]: each["stringData"] for each in objects(lambda *_: "password", "nats:1", "redis:1")
    }
    for folder in ("users", "valkey"):
        (tmp_path / folder).mkdir()
    (tmp_path / "users/users.acl").write_text(users["redis-users"]["users.acl"])
    script = script.replace("/users/", f"{tmp_path}/users/").replace("/etc/valkey", f"{tmp_path}/valkey")
    for pod in ("redis-0", "redis-1"):
        environment = {"PATH": os.environ["PATH"], "POD_NAME": pod, "PASSWORD": "of-failover"}
        subprocess.run(["sh", "-c", script], env=environment, check=True)
        read = (tmp_path / "valkey/valkey.conf").read_text()
        assert ("replicaof redis-0.redis-headless 6379" in read) == (pod != "redis-0")
        assert f"announce-ip {pod}.redis-headless" in read
        assert "sentinel monitor redis redis-0.redis-headless 6379 2" in (tmp_path / "valkey/sentinel.conf").read_text()
    *_, last = (tmp_path / "valkey/users.acl").read_text().splitlines()
    assert last.startswith("user failover on >of-failover allchannels ")
    assert "~" not in last
    assert "+@" not in last


def test_the_job_gets_both_addresses_of_every_service() -> None:
    [container] = one("databases", "Job")["spec"]["template"]["spec"]["containers"]
    given = {entry["name"] for entry in container["env"]}
    assert given == {"SUPERUSER_PASSWORD", "DATABASE_ADMIN_URL"} | {
        f"DATABASE_{role}URL_{name.upper()}" for name in service_names() for role in ("", "OWNER_")
    }
    cluster = one("postgres", "Cluster")["metadata"]["name"]
    addresses = {entry["name"]: entry.get("value", "") for entry in container["env"]}
    assert f"@{cluster}-rw:5432/" in addresses["DATABASE_ADMIN_URL"]


def test_backups_go_where_the_cluster_archives() -> None:
    cluster, store, backup = (one("postgres", kind) for kind in ("Cluster", "ObjectStore", "ScheduledBackup"))
    [plugin] = cluster["spec"]["plugins"]
    assert plugin["isWALArchiver"]
    assert plugin["parameters"]["barmanObjectName"] == store["metadata"]["name"]
    assert backup["spec"]["cluster"]["name"] == cluster["metadata"]["name"]
    assert backup["spec"]["pluginConfiguration"]["name"] == plugin["name"]
    assert len(backup["spec"]["schedule"].split()) == 6, "CloudNativePG counts seconds, too"


def test_the_database_logs_no_values_as_in_development() -> None:
    parameters = one("postgres", "Cluster")["spec"]["postgresql"]["parameters"]
    text = (DEVELOPMENT / "postgres.yaml").read_text()
    quiet = {name: str(value) for name, value in parameters.items() if name.startswith("log_")}
    assert {f"{name}={value}" in text for name, value in quiet.items() if name != "log_statement"} == {True}


def test_policies_reach_the_pods_of_the_parts() -> None:
    reaches = values()["flux"]["networkPolicy"]["reaches"]
    [databases, pooler], [nats] = reaches["databases"]["to"], reaches["nats"]["to"]
    assert pooler["podSelector"]["matchLabels"] == {"cnpg.io/poolerName": one("postgres", "Pooler")["metadata"]["name"]}
    labels = one("nats", "StatefulSet")["spec"]["template"]["metadata"]["labels"]
    assert nats["podSelector"]["matchLabels"].items() <= labels.items()
    cluster = one("postgres", "Cluster")["metadata"]["name"]
    assert databases["podSelector"]["matchLabels"] == {"cnpg.io/cluster": cluster}


def test_nats_accepts_its_configuration_with_the_secrets_of_production(tmp_path: Path) -> None:
    nats_cluster.write(tmp_path, nats_cluster.configuration(), nats_cluster.secrets())
    command = [str(paths.nats_server()), "-t", "--config", str(tmp_path / "nats.conf")]

    checked = subprocess.run(command, capture_output=True, text=True, check=False, env={"POD_NAME": "nats-0"})

    assert checked.returncode == 0, checked.stderr
    assert one("nats", "StatefulSet")["spec"]["replicas"] == nats_cluster.SERVERS
