"""The command that sets, tests, lists and repeats postbacks."""

import pytest
from lander.postbacks import main as command
from lander.tests.consuming import consume
from lander.tests.postbacks import HOST, URL, Network, buyer, drain
from lander.wiring import Wiring
from shared.kit.db import Database


@pytest.mark.parametrize(
    "arguments",
    [
        ["set", "pairwise", "northwind", "--host", HOST, "--template", f"lead=http://{HOST}/"],
        ["set", "pairwise", "northwind", "--host", HOST, "--template", "lead=https://other.example/"],
        ["set", "pairwise", "northwind", "--host", HOST, "--template", f"lead=https://{HOST}:8443/"],
        ["set", "pairwise", "northwind", "--host", HOST, "--template", f"lead=https://a@{HOST}/"],
        ["set", "pairwise", "northwind", "--host", HOST, "--template", "lead=https://{sub1}/"],
        ["set", "pairwise", "northwind", "--host", HOST, "--template", f"lead=https://{HOST}/{{unknown}}"],
        ["set", "pairwise", "northwind", "--host", HOST, "--template", f"lead=https://{HOST}/{{sub1.__class__}}"],
        ["set", "pairwise", "northwind", "--host", HOST, "--template", f"lead=https://{HOST}/{{sub1!r}}"],
        ["set", "pairwise", "northwind", "--host", HOST, "--template", f"lead=https://{HOST}/{{sub1:>9}}"],
        ["set", "pairwise", "northwind", "--host", "*.example", "--template", "lead=https://a.example/"],
        ["set", "pairwise", "northwind", "--host", "localhost", "--template", "lead=https://localhost/"],
        ["set", "pairwise", "northwind", "--host", HOST, "--template", f"colour=https://{HOST}/"],
        ["set", "pairwise", "unknown", "--host", HOST, "--template", f"lead=https://{HOST}/"],
        ["set", "pairwise", "northwind", "--hold-days", "91"],
        ["set", "iskra", "northwind", "--host", HOST, "--template", f"lead=https://{HOST}/"],
        ["test", "pairwise", "northwind", "rebill"],
        ["again", "pairwise", "00000000-0000-4000-8000-000000000000"],
    ],
)
def test_a_command_that_makes_no_sense_changes_nothing(
    wired: Wiring,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    with wired.unit_of_work() as uow:
        uow.networks.add("pairwise", "northwind")
        uow.commit()
    monkeypatch.setenv("DATABASE_URL", wired.settings.database_url)
    assert command(arguments, Network()) == 1
    assert capsys.readouterr().err
    with wired.unit_of_work().reading() as uow:
        terms = uow.postbacks.terms("pairwise", "northwind")
    assert terms is not None
    assert terms.templates == {}


def test_the_command_sets_tests_lists_and_sends_again(
    wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with wired.unit_of_work() as uow:
        uow.networks.add("pairwise", "northwind")
        uow.commit()
    monkeypatch.setenv("DATABASE_URL", wired.settings.database_url)
    network = Network()
    assert command(["set", "pairwise", "northwind", "--host", HOST, "--template", f"confirmed={URL}"]) == 0
    assert command(["test", "pairwise", "northwind", "confirmed"], network) == 0
    assert network.asked[0]["cid"] == "test"
    ann = buyer()
    consume(wired, ann.signs_up(sub1="click"))
    consume(wired, ann.confirms())
    drain(wired, network)
    sent = network.asked[1]["tx"]
    assert command(["again", "pairwise", sent]) == 0
    drain(wired, network)
    assert network.asked[2]["tx"] == sent
    capsys.readouterr()
    assert command(["list", "pairwise", "northwind"]) == 0
    assert sent in capsys.readouterr().out
