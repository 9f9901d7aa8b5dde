"""Alerts and objectives as Prometheus reads them: promtool checks the rendered rules, and fires and silences each."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from runner.testing import promtool

from tests.chart.rendering import CHART, ROOT, Loader, render

RUNBOOKS = ROOT / "docs" / "runbooks"
SERIES = yaml.load((Path(__file__).parent / "alerts.yaml").read_text(), Loader)  # noqa: S506 - a safe loader
VALUES = {"alerts": {"enabled": True, "labels": {"release": "prometheus"}}}


def groups() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = render(VALUES)["PrometheusRule", "pairwise-alerts"]["spec"]["groups"]
    return found


def alerts() -> dict[str, dict[str, Any]]:
    return {rule["alert"]: rule for group in groups() for rule in group["rules"] if "alert" in rule}


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("rules") / "rules.yaml"
    file.write_text(yaml.safe_dump({"groups": groups()}))
    return file


def run(*words: object) -> str:
    path = promtool.ensure()
    assert path, promtool.HINT
    ran = subprocess.run([path, *map(str, words)], capture_output=True, text=True, check=False, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_a_cluster_without_the_operator_gets_no_rules() -> None:
    assert not any(kind in ("PrometheusRule", "PodMonitor") for kind, _ in render())
    assert render(VALUES)["PrometheusRule", "pairwise-alerts"]["metadata"]["labels"]["release"] == "prometheus"


def test_promtool_finds_nothing_to_complain_about(rules: Path) -> None:
    assert "SUCCESS" in run("check", "rules", rules)


def test_every_alert_fires_and_is_silent(rules: Path) -> None:
    assert alerts().keys() == SERIES.keys()
    files = []
    # A file for each group and interval: promtool evaluates all rules of a file in each of its tests.
    for group in groups():
        of_group = {rule["alert"] for rule in group["rules"] if "alert" in rule}
        for every in sorted({case.get("every", 1) for name, case in SERIES.items() if name in of_group}):
            tests = [
                _test(name, case, when)
                for name, case in SERIES.items()
                for when in ("fires", "silent")
                if name in of_group and case.get("every", 1) == every
            ]
            own = rules.with_name(f"{group['name']}.yaml")
            own.write_text(yaml.safe_dump({"groups": [group]}))
            files.append(rules.with_name(f"{group['name']}-{every}-tests.yaml"))
            content = {"rule_files": [own.name], "evaluation_interval": f"{every}m", "tests": tests}
            files[-1].write_text(yaml.safe_dump(content))
    run("test", "rules", *files)


def _test(name: str, case: dict[str, Any], when: str) -> dict[str, Any]:
    fires = {
        "expr": f'count(ALERTS{{alertname="{name}", alertstate="firing"}})',
        "eval_time": f"{case.get('at', 30)}m",
        "exp_samples": [{"labels": "{}", "value": 1}] if when == "fires" else [],
    }
    series = [{"series": one, "values": values} for one, values in case[when].items()]
    return {
        "name": f"{name} {when}",
        "interval": f"{case.get('every', 1)}m",
        "input_series": series,
        "promql_expr_test": [fires],
    }


def test_every_alert_has_a_page_and_every_page_an_alert() -> None:
    for name, alert in alerts().items():
        assert alert["annotations"]["runbook_url"] == f"docs/runbooks/{name}.md"
        assert alert["annotations"]["summary"]
        assert alert["labels"]["severity"] in ("critical", "warning")
    assert {page.stem for page in RUNBOOKS.glob("*.md")} - {"README"} == alerts().keys()


@pytest.mark.parametrize("page", sorted(RUNBOOKS.glob("[A-Z]*.md")), ids=lambda page: page.stem)
def test_a_page_says_what_happens_where_to_look_and_what_to_do(page: Path) -> None:
    if page.stem == "README":
        return
    text = page.read_text()
    assert text.startswith(f"# {page.stem}\n")
    assert re.findall(r"^## (.*)$", text, re.M) == ["Meaning", "Look", "Do"]


def test_objectives_are_those_that_routes_and_the_page_name() -> None:
    objectives = yaml.safe_load((CHART / "alerts" / "objectives.yaml").read_text())
    page = (ROOT / "docs" / "slo.md").read_text()
    counted = set(re.findall(r"objectives: \{[A-Z]+: (\w+)\}", (ROOT / "gateway" / "routes.yaml").read_text()))
    assert counted | {"live_delivery"} == objectives.keys()
    for name, one in objectives.items():
        assert f"| `{name}` |" in page
        assert f"{one['fast']:.0%} within {one['milliseconds'] / 1000:g} s" in page
