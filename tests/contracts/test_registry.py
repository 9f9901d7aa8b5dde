"""One list of services, and everything that is made from it or beside it agrees with it."""

import importlib
from pathlib import Path

import pytest
import yaml
from shared.registry import JOINED, Service, load_routes, services

ROOT = Path(__file__).resolve().parents[2]
NOT_SERVICES = {"shared"}
# Called by shared.privacy for every service.
ASKED_BY_SHARED_CODE = {"ExportService.Deliver"}
EVERY_SERVICE = pytest.mark.parametrize("service", services(), ids=lambda service: service.name)


def test_the_folders_are_the_services() -> None:
    # A folder whose code was moved away keeps its compiled files.
    folders = {path.name for path in (ROOT / "services").iterdir() if any(path.rglob("*.py"))}
    assert folders - NOT_SERVICES == {service.name for service in services()}


def test_the_contracts_are_the_services() -> None:
    assert {path.name for path in (ROOT / "proto/pairwise").iterdir()} - NOT_SERVICES == {
        service.name for service in services()
    }


@EVERY_SERVICE
def test_a_service_has_what_its_processes_need(service: Service) -> None:
    folder = ROOT / "services" / service.name
    ways_in = {name for name in ("web", "rpc", "worker", "live") if (folder / name).is_dir()}
    assert ways_in == set(service.processes)
    common = {"README.md", "errors.py", "wiring.py", "migrations", "storage", "tests"}
    assert common <= {path.name for path in folder.iterdir()}


@EVERY_SERVICE
def test_each_asked_service_has_an_rpc_process(service: Service) -> None:
    by_name = {other.name: other for other in services()}
    assert all("rpc" in by_name[asked].processes for asked in service.asks)
    clients = {path.stem for path in (ROOT / "services" / service.name).glob("**/clients/[a-z]*.py")}
    assert clients >= {asked for asked, methods in service.asks.items() if not set(methods) <= ASKED_BY_SHARED_CODE}


def test_services_call_each_other_only_where_the_registry_says_why() -> None:
    asks = {(service.name, asked) for service in services() for asked in service.asks}
    mutual = {(one, other) for one, other in asks if one < other and (other, one) in asks}
    assert mutual == {("billing", "chat"), ("billing", "profiles"), ("chat", "profiles")}


def test_every_route_leads_to_a_process_that_answers_browsers() -> None:
    processes = {(service.name, process) for service in services() for process in service.processes}
    for route in load_routes():
        assert route.to == "webapp" or (route.to_service, route.to_process) in processes


@EVERY_SERVICE
def test_every_declared_route_is_answered_and_no_other(service: Service) -> None:
    from flask import Flask
    from shared.kit.http.authorization import undeclared

    app = Flask(service.name, static_folder=None)
    for blueprint in importlib.import_module(f"{service.name}.web").BLUEPRINTS:
        app.register_blueprint(blueprint)
    routes = [route for route in load_routes() if route.to_service == service.name and route.to_process == "web"]
    answered = {rule.rule.replace("<", "{").replace(">", "}") for rule in app.url_map.iter_rules()}

    assert undeclared(app, routes) == []
    for route in routes:
        assert any(rule == route.path or (route.is_prefix and rule.startswith(route.path)) for rule in answered), route


def test_the_tiltfile_and_the_chart_read_the_same_file() -> None:
    assert 'read_yaml("services/registry.yaml")' in (ROOT / "Tiltfile").read_text()
    chart = ROOT / "helm/pairwise/registry.yaml"
    assert yaml.safe_load(chart.read_text()) == yaml.safe_load((ROOT / "services/registry.yaml").read_text())
    assert chart.resolve() == ROOT / "services/registry.yaml"


@EVERY_SERVICE
def test_processes_that_run_together_are_its_own_and_the_hot_ones_stay_apart(service: Service) -> None:
    assert set(service.together) <= set(service.processes)
    assert len(service.together) != 1
    assert "live" not in service.together
    # Callers wait for an rpc process that is frozen or restarted; members' requests to web do not.
    assert not {"web", "rpc"} <= set(service.together)


@EVERY_SERVICE
def test_each_process_runs_once_in_a_local_instance(service: Service) -> None:
    parts = [part for name in service.local_processes for part in name.split(JOINED)]
    assert sorted(parts) == sorted(service.processes)
    names = {f"{service.name}-{name}" for name in service.local_processes}
    assert {service.local_name(process) for process in service.processes} == names
