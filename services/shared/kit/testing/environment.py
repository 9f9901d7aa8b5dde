"""The environment of a service in tests, from the same lists as in a running product."""

import importlib

from shared.kit.core.keys import new_key
from shared.kit.core.settings import Settings
from shared.registry.services import Secret, Service, service_secrets, services

# A closed port: a test that needs an answer names a server of its own.
NOWHERE = "127.0.0.1:1"
STAND_INS = ("payments", "age", "mailbox", "mailbox-smtp")


def service_called(name: str) -> Service:
    """The registered service of this name. Raises StopIteration if there is none."""
    return next(service for service in services() if service.name == name)


def settings_class(service: str) -> type[Settings]:
    """The class that reads the environment of this service."""
    module = importlib.import_module(f"{service}.wiring")
    found: type[Settings] = module.read_settings.__annotations__["return"]
    return found


def environment_of(service: str, **given: str) -> dict[str, str]:
    """The variables this service needs to be wired, with fresh keys and closed ports; `given` overrides them.

    Databases, folders and token keys belong to the test, so it gives them.
    """
    facts = {"public_url": lambda: "http://localhost:8080"} | dict.fromkeys(STAND_INS, lambda: NOWHERE)
    registered = service_called(service)
    declared = {
        setting.name: setting.value(facts)
        for setting in registered.environment
        if setting.is_set_in_cluster and setting.laptop_names and setting.laptop_names <= facts.keys()
    }
    secrets = {each.setting: _secret(each) for each in service_secrets() if service in each.services}
    addresses = {f"RPC_{asked.upper()}": NOWHERE for asked in registered.asks}
    own = {"PAIRWISE_SERVICE": service, "PAIRWISE_ENV": "test", "REDIS_URL": f"redis://{NOWHERE}/0"}
    return {**declared, **secrets, **addresses, **own, **given}


def _secret(secret: Secret) -> str:
    if secret.kind == "given":
        return "test_" + new_key()
    return new_key().rstrip("=") if secret.kind == "vapid" else new_key()
