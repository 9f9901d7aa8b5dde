"""k8s/scale.md: pods, pools and streams for members, computed from the chart and from k8s/production."""

from dataclasses import replace
from math import ceil

import pytest
import yaml
from capacity.connections import FEED, MOST_SHARE, OPERATORS, connections
from capacity.demand import ACTIONS, COSTS, cores, demand
from capacity.fleet import Fleet, Server, Workload, fleet, server
from capacity.page import PAGE, SIZES, live_pods, page_with
from chat.live.feed_reader import CONNECTIONS
from shared.registry import service_names, services

from tests.chart.rendering import SCENARIOS, main_container, render, values_of
from tests.chart.test_development import amount

# Of a core, by a pod that answers in time: a process of Python has one.
BUSY = 0.7

EACH_SIZE = pytest.mark.parametrize(("members", "values"), SIZES.items(), ids=map(str, SIZES))


def test_the_page_is_current() -> None:
    text = PAGE.read_text()
    assert page_with(text) == text, "run scripts/pairwise chart scale"


@EACH_SIZE
def test_at_full_use_connections_are_left(members: int, values: str) -> None:
    used, has = connections(fleet(values), server()), server()
    assert used.sessions <= MOST_SHARE * has.max_connections
    # One pod of the pooler may be away.
    assert used.of_clients <= has.clients * (has.poolers - 1)


def test_ten_times_the_pods_of_the_default_values_leave_connections_behind_a_pooler() -> None:
    usual = fleet("default")
    larger = tuple(replace(workload, most=workload.most * 10) for workload in usual.workloads)
    used = connections(Fleet(larger, is_pooled=True), server())
    assert used.sessions <= MOST_SHARE * server().max_connections
    assert used.of_clients <= server().clients * (server().poolers - 1)


@pytest.mark.parametrize(("members", "values"), [(1_000_000, "production"), (10_000_000, "ten-times")])
def test_autoscalers_make_at_most_twice_the_pods_that_the_busiest_minute_needs(members: int, values: str) -> None:
    """And each pod asks for half of what it uses then at least, so that its node has room for it."""
    objects = render(values_of(values))
    scaled = [each for (kind, _), each in objects.items() if kind == "HorizontalPodAutoscaler"]
    assert scaled
    for each in scaled:
        spec, name = each["spec"], each["metadata"]["name"].removeprefix("pairwise-")
        [metric] = [found["resource"]["target"] for found in spec["metrics"] if found["resource"]["name"] == "cpu"]
        used = cores(name, members)
        wanted, needed = (ceil(used / a_pod) for a_pod in (amount(metric["averageValue"]), BUSY))
        pods = max(spec["minReplicas"], wanted)
        assert needed <= pods <= min(spec["maxReplicas"], max(spec["minReplicas"], 2 * needed)), name
        main = main_container(objects["Deployment", f"pairwise-{name}"])
        assert used / pods <= 2 * amount(main["resources"]["requests"]["cpu"]), name


def test_costs_are_of_workloads_that_there_are() -> None:
    known = {f"{service.name}-{process}" for service in services() for process in service.processes} | {"gateway"}
    costs = yaml.safe_load(COSTS.read_text())
    assert costs.keys() == {*ACTIONS, "openings"}
    assert {workload for each in costs.values() for workload in each} <= known


@EACH_SIZE
def test_the_fleet_has_live_pods_for_the_streams(members: int, values: str) -> None:
    assert live_pods(fleet(values), members) <= fleet(values).one("chat", "live").most


# One machine has no fleet: tests/chart/test_one_machine.py.
@pytest.mark.parametrize("values", sorted(SCENARIOS.keys() - {"one-machine"}))
def test_every_process_of_every_service_is_counted(values: str) -> None:
    counted = {(each.service, each.kind) for each in fleet(values).workloads}
    processes = {(service.name, process) for service in services() for process in service.processes}
    assert counted == processes | {("gateway", "gateway"), ("webapp", "webapp")}
    assert all(each.pool_size for each in fleet(values).workloads if each.kind in ("web", "rpc", "worker", "live"))


def test_what_a_pod_holds_is_counted() -> None:
    has = Server(max_connections=100, poolers=2, pool_size=5, clients=100)
    web, worker, live = (
        Workload("chat", "web", 1, 2, 8),
        Workload("chat", "worker", 1, 1, 3),
        Workload("chat", "live", 1, 1, 6),
    )
    direct = connections(Fleet((web, worker, live), is_pooled=False), has)
    assert direct.direct == 3 * 8 + 2 * (3 + 1) + 2 * (6 + FEED + 1) + OPERATORS
    pooled = connections(Fleet((web, worker, live), is_pooled=True), has)
    assert pooled.of_clients == 3 * 8 + 2 * 3 + 2 * (6 + FEED)
    assert pooled.direct == 2 + 2 + OPERATORS
    assert pooled.by_poolers == 3 * 5 * len(service_names())


def test_the_pool_of_streams_is_as_large_as_counted() -> None:
    assert FEED == CONNECTIONS


def test_the_hours_of_a_day_add_up() -> None:
    of_a_day = demand()
    assert sum(of_a_day.hours) == pytest.approx(1)
    for action in ACTIONS:
        minutes = sum(of_a_day.mean(action, 1000) * of_a_day.share(minute) for minute in range(1440))
        assert minutes * 60 == pytest.approx(1000 * of_a_day.active * of_a_day.a_day[action], rel=0.01)
