"""Dashboards as Grafana reads them. tests/api/test_metrics.py looks for their metrics in started processes."""

import json
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from runner.testing import promtool

from tests.chart.rendering import CHART, render

NAMES = sorted(file.stem for file in (CHART / "dashboards").glob("*.yaml"))


def dashboard(name: str) -> dict[str, Any]:
    data = render({"dashboards": {"enabled": True}})["ConfigMap", f"pairwise-dashboard-{name}"]["data"]
    made: dict[str, Any] = json.loads(data[f"pairwise-{name}.json"])
    return made


def test_there_are_eight_and_none_unless_asked_for() -> None:
    assert NAMES == ["chat", "events", "gateway", "members", "money", "objectives", "postgres", "processes"]
    assert not any("dashboard" in name for _, name in render())


@pytest.mark.parametrize("name", NAMES)
def test_panels_stand_beside_each_other_and_ask_the_chosen_source(name: str) -> None:
    made = dashboard(name)
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in made["panels"]}

    assert made["uid"] == f"pairwise-{name}"
    assert len(places) == len({panel["id"] for panel in made["panels"]}) == len(made["panels"]) >= 6
    assert {variable["name"] for variable in made["templating"]["list"]} == {"source", "namespace", "logs", "traces"}
    for panel in made["panels"]:
        assert panel["targets"]
        for target in panel["targets"]:
            assert target["datasource"]["uid"] == "${source}"
            assert 'namespace="$namespace"' in target["expr"]


@pytest.mark.parametrize("name", NAMES)
def test_links_open_logs_and_traces_of_the_time_that_is_shown(name: str) -> None:
    links = dashboard(name)["links"]
    queries = {}
    for link in links:
        [pane] = json.loads(parse_qs(urlsplit(link["url"]).query)["panes"][0]).values()
        assert pane["range"] == {"from": "${__from}", "to": "${__to}"}
        # Grafana replaces what it finds in the address as it is.
        assert all(variable in link["url"] for variable in (pane["datasource"], "${__from}", "${__to}"))
        queries[pane["datasource"]] = pane["queries"][0]
    assert '{namespace="$namespace"}' in queries["${logs}"]["expr"]
    assert "status=error" in queries["${traces}"]["query"]


def test_promtool_reads_every_query(tmp_path: Path) -> None:
    queries = [target["expr"] for name in NAMES for panel in dashboard(name)["panels"] for target in panel["targets"]]
    rules = [{"record": f"query:{index}", "expr": query} for index, query in enumerate(queries)]
    file = tmp_path / "queries.yaml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "queries", "rules": rules}]}))
    path = promtool.ensure()
    assert path, promtool.HINT
    read = subprocess.run([path, "check", "rules", file], capture_output=True, text=True, check=False)
    assert read.returncode == 0, read.stderr
