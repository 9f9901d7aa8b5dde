"""Metrics as started processes export them: each that an alert or a dashboard reads is there."""

import re
from collections.abc import Callable

import httpx
import pytest
import yaml
from runner.instance import SLOTS, WEBAPP_HEALTH, health_port
from runner.permissions import PROVISIONER

from tests.chart.rendering import CHART, render
from tests.member import Member
from tests.metric_names import FAMILY, exported_in, names_in
from tests.product import Product

HELP = re.compile(r"^# HELP (\S+) \S", re.M)


def expositions(product: Product) -> dict[str, str]:
    """What each process answers Prometheus."""
    instance = product.instance
    found = {}
    for service in instance.services:
        for process in service.processes:
            name = f"{service.name}-{process}"
            slots = [instance.address(health_port(name, slot)) for slot in SLOTS]
            found[name] = next(filter(None, (_scraped(f"http://{slot}/metrics") for slot in slots)), "")
    found["provisioner"] = _scraped(f"http://{instance.address(PROVISIONER)}/metrics")
    found["webapp"] = _scraped(f"http://{instance.address(WEBAPP_HEALTH)}/metrics")
    found["gateway"] = _scraped(f"http://{instance.address('envoy-admin')}/stats/prometheus")
    return found


def _scraped(url: str) -> str:
    try:
        answer = httpx.get(url, timeout=60)
    except httpx.TransportError:
        return ""
    return answer.text if answer.status_code == 200 else ""


def expressions() -> list[str]:
    rules = render({"alerts": {"enabled": True}})["PrometheusRule", "pairwise-alerts"]["spec"]["groups"]
    panels = [
        panel
        for file in sorted((CHART / "dashboards").glob("*.yaml"))
        for panel in yaml.safe_load(file.read_text())["panels"]
    ]
    return [rule["expr"] for group in rules for rule in group["rules"]] + [
        expression for panel in panels for expression in panel["queries"].values()
    ]


def test_every_process_exports_metrics(product: Product) -> None:
    found = expositions(product)

    assert "# TYPE envoy_server_live gauge" in found.pop("gateway")
    assert [name for name, text in found.items() if "# TYPE process_cpu_seconds_total" not in text] == []


def test_every_metric_of_an_alert_or_a_dashboard_is_exported(
    product: Product, new_member: Callable[..., Member]
) -> None:
    # Envoy exports a series of a route after its first request.
    new_member().http.get("/api/search.php")
    exported = exported_in(expositions(product).values())
    wanted = {name for expression in expressions() for name in names_in(expression)}

    assert wanted, "expressions are read"
    assert wanted - exported == set()


# Read by gateway/health.py, by the rotation of endpoints, and by tests of uploads.
READ_BY_US = re.compile(r"envoy_server_.*|envoy_cluster_membership_.*|envoy_cluster_upstream_rq_active")


def test_the_gateway_exports_what_is_read_and_no_more(product: Product) -> None:
    read = {name for expression in expressions() for name in names_in(expression)}
    families = {name for name, _ in FAMILY.findall(expositions(product)["gateway"])}

    unread = {name for name in families if not READ_BY_US.fullmatch(name)}
    assert {name for name in unread if not {name, f"{name}_bucket", f"{name}_count"} & read} == set()


def test_metrics_have_help_the_release_and_no_times_of_creation(product: Product) -> None:
    for name, text in expositions(product).items():
        families = {family for family, _ in FAMILY.findall(text)}
        assert not {family for family in families if family.endswith("_created")}, name
        # Envoy has no help of its own.
        assert name == "gateway" or families == set(HELP.findall(text)), name
        assert name in ("gateway", "webapp") or "pairwise_build_info" in families, name


@pytest.mark.parametrize(
    ("expression", "names"),
    [
        ('sum by (pod, le) (rate(a_bucket{pod=~"b.*"}[5m])) / on (pod) c > 0.1', {"a_bucket", "c"}),
        ("time() - max(a > 0) > 900 or absent(b)", {"a", "b"}),
        ("a:b:ratio_rate5m > 14.4 and c offset 10m", {"c"}),
    ],
)
def test_names_are_found_in_expressions(expression: str, names: set[str]) -> None:
    assert names_in(expression) == names
