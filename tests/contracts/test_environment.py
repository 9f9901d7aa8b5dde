"""services/registry.yaml and services/keys.yaml declare the environment that each service's settings.py reads."""

from pathlib import Path
from typing import Any, get_args
from urllib.parse import urlsplit

import pytest
from pydantic import SecretStr
from pydantic.fields import FieldInfo
from runner import environment
from runner.home import Home
from runner.instance import Instance
from shared.kit.core import SealingKeys, SigningKeys
from shared.kit.run import ADDRESSES, settings_of_part, variable_of
from shared.kit.testing.environment import settings_class
from shared.registry import JOINED, Service, Setting, service_secrets, services, shared_settings

EVERY_SERVICE = pytest.mark.parametrize("service", services(), ids=lambda service: service.name)
EVERY_PROCESS = pytest.mark.parametrize(
    ("service", "process"),
    [
        pytest.param(service, process, id=f"{service.name}-{process}")
        for service in services()
        for process in service.processes
    ],
)


@pytest.fixture
def instance(tmp_path: Path) -> Instance:
    home = Home(tmp_path)
    home.make()
    return Instance.at(home, services(), 8080, 0)


def fields(service: Service) -> dict[str, FieldInfo]:
    """The settings of a service by the name of their variable."""
    return {field.alias: field for field in settings_class(service.name).model_fields.values() if field.alias}


def secrets_of(service: Service) -> set[str]:
    return {secret.setting for secret in service_secrets() if service.name in secret.services}


def is_secret(annotation: Any) -> bool:
    return annotation in (SealingKeys, SigningKeys, SecretStr) or any(map(is_secret, get_args(annotation)))


@EVERY_SERVICE
def test_every_declared_variable_is_read(service: Service) -> None:
    declared = {setting.name for setting in service.environment} | secrets_of(service)
    assert declared <= fields(service).keys()


@EVERY_PROCESS
def test_every_required_variable_is_declared_for_laptop_and_cluster(service: Service, process: str) -> None:
    required = {name for name, field in fields(service).items() if field.is_required()} - secrets_of(service)
    given = service.settings_of(process)
    assert required <= {setting.name for setting in given if setting.laptop is not None}
    assert required <= {setting.name for setting in given if setting.is_set_in_cluster}


@EVERY_SERVICE
def test_a_secret_is_declared_among_the_keys_and_nowhere_else(service: Service) -> None:
    registered = {setting.name for setting in service.environment}
    assert not registered & secrets_of(service)
    assert {name for name, field in fields(service).items() if is_secret(field.annotation)} <= secrets_of(service)


@EVERY_SERVICE
def test_a_service_declares_nothing_that_every_service_has(service: Service) -> None:
    everywhere = {setting.name for setting in shared_settings()}
    own = [setting.name for setting in service.environment if setting not in shared_settings()]
    assert not everywhere & set(own)


@EVERY_SERVICE
def test_a_value_comes_from_one_source(service: Service) -> None:
    for setting in service.environment:
        sources = [source for source in (setting.cluster, setting.secret, setting.file) if source is not None]
        assert len(sources) <= 1, setting
        assert sources or setting.laptop is not None, f"{setting.name} is set nowhere"
        assert set(setting.processes) <= {"web", "rpc", "worker", "live"}


@EVERY_PROCESS
def test_the_settings_accept_the_environment_of_a_local_instance(
    instance: Instance, monkeypatch: pytest.MonkeyPatch, service: Service, process: str
) -> None:
    variables = environment.common(instance) | environment.for_process(instance, service, process)
    for name in variables.keys() | fields(service).keys():
        monkeypatch.delenv(name, raising=False)

    settings = settings_class(service.name).from_environment(**variables)

    assert (settings.service, settings.process) == (service.name, process)
    assert settings.rpc_addresses.keys() == service.asks.keys()
    for setting in service.settings_of(process):
        if urlsplit(variables.get(setting.name, "")).password:
            assert setting.secret, f"{setting.name} has a password in it"


@EVERY_PROCESS
def test_a_process_gets_what_is_declared_for_it_and_no_more(instance: Instance, service: Service, process: str) -> None:
    given = environment.for_process(instance, service, process).keys()
    declared = {setting.name for setting in service.settings_of(process) if setting.laptop is not None}
    assert given == declared | secrets_of(service) | {f"RPC_{asked.upper()}" for asked in service.asks}


@EVERY_SERVICE
def test_processes_that_run_together_get_what_each_gets_and_addresses_of_their_own(
    instance: Instance, monkeypatch: pytest.MonkeyPatch, service: Service
) -> None:
    [joined] = [name for name in service.local_processes if JOINED in name]
    given = environment.for_process(instance, service, joined)
    apart = {process: environment.for_process(instance, service, process) for process in joined.split(JOINED)}

    assert given["PAIRWISE_PROCESS"] == joined
    for process, own in apart.items():
        addresses = {variable: own.pop(variable) for variable in ADDRESSES.values()}
        own.pop("PAIRWISE_PROCESS")
        assert own.items() <= given.items()
        assert addresses == {variable: given[variable_of(variable, process)] for variable in addresses}
    for name, value in (environment.common(instance) | given).items():
        monkeypatch.setenv(name, value)
    settings = settings_class(service.name).from_environment()
    for process in apart:
        part = settings_of_part(settings, process, joined)
        assert (part.process, part.listen) == (process, given[variable_of("PAIRWISE_LISTEN", process)])
        assert part.health_listen == given[variable_of("PAIRWISE_HEALTH_LISTEN", process)]


def test_a_variable_for_some_processes_or_for_callers_reaches_no_other() -> None:
    for_rpc, for_callers = Setting("A", laptop="a", processes=("rpc",)), Setting("B", laptop="b", asking=True)
    silent = Service("silent", ("web", "rpc"), {}, {}, (for_rpc, for_callers))
    asking = Service("asking", ("web", "rpc"), {"silent": ()}, {}, (for_rpc, for_callers))
    assert silent.settings_of("web") == []
    assert silent.settings_of("rpc") == [for_rpc]
    assert asking.settings_of("web") == [for_callers]
    assert asking.settings_of("rpc") == [for_rpc, for_callers]


def test_a_restart_keeps_the_rate_limits_of_the_start(instance: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    identity = next(each for each in services() if each.name == "identity")
    monkeypatch.setenv("PAIRWISE_LIMITS", "off" if instance.limits == "on" else "on")

    restarted = environment.for_process(Instance.started_from(instance.home), identity, "web")
    assert restarted["PAIRWISE_LIMITS"] == instance.limits
