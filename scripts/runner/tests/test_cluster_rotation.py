"""Every key of a cluster goes through the steps of docs/keys.md, and no two steps' pods misunderstand each other."""

from itertools import pairwise
from typing import Any

import pytest
import yaml
from runner import cluster_keys
from runner.cluster_rotation import REPLACEABLE, STEPS, OutOfOrder, entries, step
from runner.keys import TOKENS, public_of
from shared.registry import service_secrets


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    """The Secret as `scripts/pairwise keys make` prints it."""
    return next(iter(yaml.safe_load_all(cluster_keys.text("pairwise", {"payments": "test_given"}))))


def accepted_and_used(secret: dict[str, Any], name: str) -> tuple[set[str], str]:
    """The keys that a pod started with this Secret accepts, and the one it uses."""
    found = entries(secret)
    if name != TOKENS:
        keys = found[name].split()
        return set(keys), keys[0]
    public = public_of(found["token-private.pem"])
    return {pem for pem in found["token-public.pem"].split("-----END PUBLIC KEY-----\n") if pem}, public.partition(
        "-----END"
    )[0]


@pytest.mark.parametrize("name", REPLACEABLE)
def test_pods_of_two_steps_accept_each_other(made: dict[str, Any], name: str) -> None:
    states = [made]
    for what in STEPS:
        states.append(step(what, name, states[-1]))
        if what != "drop":
            assert step(what, name, states[-1]) == states[-1]
    for earlier, later in pairwise(states):
        assert accepted_and_used(earlier, name)[1] in accepted_and_used(later, name)[0]
        assert accepted_and_used(later, name)[1] in accepted_and_used(earlier, name)[0]
    assert accepted_and_used(states[-1], name)[0].isdisjoint(accepted_and_used(made, name)[0])
    assert entries(states[-1]).keys() == entries(made).keys()
    others = set(entries(made)) - {name, "vapid-public", "token-private.pem", "token-public.pem"}
    assert {other: entries(states[-1])[other] for other in others} == {other: entries(made)[other] for other in others}


@pytest.mark.parametrize("name", REPLACEABLE)
def test_a_step_that_comes_too_early_is_refused(made: dict[str, Any], name: str) -> None:
    for what in ("use", "drop"):
        with pytest.raises(OutOfOrder):
            step(what, name, made)
    with pytest.raises(OutOfOrder):
        step("drop", name, step("accept", name, made))


def test_every_key_but_those_that_are_given_can_be_replaced() -> None:
    given = {secret.name for secret in service_secrets() if secret.kind == "given"}
    assert set(REPLACEABLE) == {secret.name for secret in service_secrets()} - given | {TOKENS}
