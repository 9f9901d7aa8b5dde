"""The simulated day of `scripts/simulate`: its queues, what ends first, and its seeds."""

import numpy as np
import pytest
from capacity.compare import STATIONS, compared
from capacity.costs import costs
from capacity.demand import demand
from capacity.fleet import fleet, server
from capacity.outcome import one_primary_ends, outcome, report
from capacity.page import SIZES
from capacity.simulation import BUSY, SECONDS, simulate
from capacity.stations import MS_A_CORE, Station, growth, stations, work

TEN_MILLION = 10_000_000
EACH_SIZE = pytest.mark.parametrize(("members", "values"), SIZES.items(), ids=map(str, SIZES))


def test_a_seed_gives_the_same_day_and_another_nearly_the_same() -> None:
    first, again, other = (outcome(TEN_MILLION, "ten-times", seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    for one, two in zip(first.days, other.days, strict=True):
        assert one.busiest == pytest.approx(two.busiest, rel=0.2, abs=0.01)


def test_every_cost_falls_on_a_station_and_every_action_has_one() -> None:
    known = {station.name for station in stations(fleet("ten-times"), server(), 2)}
    named = {station for each in costs().actions.values() for station in each}
    assert named <= known
    assert costs().actions.keys() == costs().rates(demand(), TEN_MILLION, 0).keys()


def test_a_station_that_is_never_full_keeps_nobody_waiting() -> None:
    [day] = simulate([Station("postgres", 1e9)], demand(), costs(), TEN_MILLION, seed=1)
    assert (day.longest_wait, day.waiting, day.left) == (0, 0, 0)


def test_work_beyond_the_capacity_is_left_at_the_end() -> None:
    """A station that is always too slow: nothing is lost, so the rest is the work less the capacity of the day."""
    arriving = sum(
        work(costs(), costs().rates(demand(), TEN_MILLION, minute))["postgres"] * 60 for minute in range(1440)
    )
    capacity = 1.0
    [day] = simulate([Station("postgres", capacity)], demand(), costs(), TEN_MILLION, seed=1)
    assert day.left * capacity == pytest.approx(arriving - capacity * SECONDS, rel=0.01)
    assert day.waiting > 0.99 * SECONDS


def test_a_queue_of_the_busy_hours_is_gone_after_them() -> None:
    busiest = max(work(costs(), costs().rates(demand(), TEN_MILLION, minute))["postgres"] for minute in range(1440))
    [day] = simulate([Station("postgres", busiest * 0.9)], demand(), costs(), TEN_MILLION, seed=1)
    assert day.busiest == pytest.approx(1 / 0.9, rel=0.02)
    assert day.longest_wait > 60
    assert day.left < day.longest_wait


def test_a_station_is_as_busy_as_it_may_be_where_it_is_said_to_end() -> None:
    [postgres] = [each for each in stations(fleet("ten-times"), server(), 2) if each.name == "postgres"]
    [day] = simulate([postgres], demand(), costs(), TEN_MILLION, seed=1)
    [at_the_end] = simulate([postgres], demand(), costs(), round(day.ends_at(TEN_MILLION)), seed=1)
    assert at_the_end.busiest == pytest.approx(BUSY, rel=0.03)


@EACH_SIZE
def test_the_first_bottleneck_is_what_ends_first(members: int, values: str) -> None:
    found = outcome(members, values, seed=1)
    assert found.ends == sorted(found.ends)
    assert f"first bottleneck: {found.bottleneck}" in "\n".join(report(found, values, 1))


def test_more_cores_move_the_end_of_the_primary() -> None:
    two, sixteen = (dict_of(outcome(TEN_MILLION, "ten-times", 1, cores))["CPU of postgres"] for cores in (2, 16))
    assert sixteen == pytest.approx(8 * two, rel=0.01)


def dict_of(found: object) -> dict[str, float]:
    return {name: members for members, name in found.ends}  # type: ignore[attr-defined]


def test_storage_grows_with_members_and_events_are_swept() -> None:
    one, ten = (growth(demand(), costs(), members) for members in (1_000_000, TEN_MILLION))
    assert ten.a_day == pytest.approx(10 * one.a_day)
    assert ten.after_a_year < 365 * ten.a_day


def test_one_primary_ends_by_the_first_of_its_limits() -> None:
    ends = one_primary_ends(demand(), costs(), fleet("ten-times"))
    assert ends == sorted(ends)
    assert ends[0][1].startswith("a restore")


def counted(factor: float) -> dict[str, float]:
    """As the bench counts a message, with every cost so many times the assumed one."""
    found = {f"CPU ms: {name}": costs().actions["messages"][station] for station, name in STATIONS.items()}
    found |= {"chat: rows written": costs().message["rows"], "chat: bytes of WAL": costs().message["wal"]}
    return {name: value * factor for name, value in found.items()}


@pytest.mark.parametrize(("factor", "is_within"), [(1, True), (0.51, True), (1.99, True), (0.4, False), (2.5, False)])
def test_a_cost_beyond_a_factor_of_two_is_refused(factor: float, is_within: bool) -> None:
    assert {each for _, each in compared(counted(factor))} == {is_within}


def test_a_cost_that_was_not_measured_is_refused() -> None:
    assert not any(is_within for _, is_within in compared({}))


def test_the_hours_make_the_peak() -> None:
    rates = [costs().rates(demand(), TEN_MILLION, minute)["messages"] for minute in range(1440)]
    assert max(rates) == pytest.approx(demand().busiest("messages", TEN_MILLION))
    assert np.mean(rates) == pytest.approx(demand().mean("messages", TEN_MILLION), rel=0.01)


def test_cores_are_those_of_the_primarys_pod() -> None:
    [postgres] = [each for each in stations(fleet("ten-times"), server(), server().cores) if each.name == "postgres"]
    assert postgres.capacity == server().cores * MS_A_CORE
