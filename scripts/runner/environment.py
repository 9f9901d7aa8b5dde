"""The environment of each process: the variables it reads, and no other process' secrets."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from shared.kit.run import ADDRESSES, variable_of
from shared.registry import JOINED, Service, asked_by_webapp, service_secrets, shared_settings

from runner.instance import MAILBOX_SMTP, SLOTS, STAND_INS, WEBAPP_HEALTH, Instance, health_port, listen_port
from runner.paths import PYTHON_PATH, ROOT, VENV
from runner.permissions import PROVISIONER, RESPONDER

# Settings of services that stand-ins, migrations and the seed read, too.
READ_BY_ALL = ("PAIRWISE_ENV", "PAIRWISE_PUBLIC_URL", "PAIRWISE_LIMITS", "SITES_DIR", "LOCALES_DIR", "ROUTES_FILE")
Facts = dict[str, Callable[[], object]]


def common(instance: Instance) -> dict[str, str]:
    """The variables of every process, stand-ins and commands included."""
    facts = _facts(instance)
    return {
        **{setting.name: setting.value(facts) for setting in shared_settings() if setting.name in READ_BY_ALL},
        # `scripts/down` ends the processes that carry this mark.
        "PAIRWISE_INSTANCE": instance.home.key,
        "PYTHONPATH": os.pathsep.join(map(str, PYTHON_PATH)),
        "PYTHONUNBUFFERED": "1",
        "PATH": os.pathsep.join([str(VENV / "bin"), os.environ.get("PATH", "/usr/bin:/bin")]),
        "HOME": os.environ.get("HOME", "/"),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        # Two malloc arenas instead of eight a core: threads share freed memory.
        "MALLOC_ARENA_MAX": "2",
    } | {name: value for name, value in os.environ.items() if name.startswith("OTEL_")}


def for_process(instance: Instance, service: Service, process: str, slot: str = SLOTS[0]) -> dict[str, str]:
    """The variables that services/registry.yaml and services/keys.yaml declare for this process.

    Of several that run as one (`web+worker`) it is what all of them read, with the addresses of each under its name.
    """
    if JOINED in process:
        return _for_joined(instance, service, process, slot)
    facts = _facts(instance) | _process_facts(instance, service.name, process, slot)
    declared = [setting for setting in service.settings_of(process) if setting.laptop is not None]
    return {
        **{setting.name: setting.value(facts) for setting in declared},
        **{f"RPC_{asked.upper()}": instance.address(f"{asked}-rpc") for asked in service.asks},
        **_secrets_of(instance, service.name),
    }


def _for_joined(instance: Instance, service: Service, joined: str, slot: str) -> dict[str, str]:
    together: dict[str, str] = {}
    for process in joined.split(JOINED):
        own = for_process(instance, service, process, slot)
        together |= {variable_of(name, process) if name in ADDRESSES.values() else name: own[name] for name in own}
    return together | {"PAIRWISE_PROCESS": joined}


def _facts(instance: Instance) -> Facts:
    """Names that `laptop` values may use: those of the instance."""
    stand_ins = {name: partial(instance.address, name) for name in (*STAND_INS, MAILBOX_SMTP)}
    return {
        "public_url": lambda: instance.public_url,
        "limits": lambda: instance.limits,
        "turn_urls": lambda: os.environ.get("TURN_URLS", ""),
        # An operator's image classifier (docs/decisions/0028-picture-checks.md); empty: none.
        "classifier_model": lambda: os.environ.get("CLASSIFIER_MODEL", ""),
        "classifier_sha256": lambda: os.environ.get("CLASSIFIER_SHA256", ""),
        # The operator's face model, given in the same way (docs/architecture/verification.md).
        "verification_model": lambda: os.environ.get("VERIFICATION_MODEL", ""),
        "verification_sha256": lambda: os.environ.get("VERIFICATION_SHA256", ""),
        "repository": lambda: ROOT,
        "sites": lambda: instance.home.sites.current,
        "data_url": instance.home.data.as_uri,
        "token_public_key": instance.keys.token_public,
        "token_private_key": instance.keys.token_private,
        "caller_public_keys": lambda: instance.keys.caller_public(each.name for each in instance.services),
        "vapid_public_key": instance.keys.vapid_public,
        **stand_ins,
    }


def _process_facts(instance: Instance, service: str, process: str, slot: str) -> Facts:
    """Names that `laptop` values may use: those of one process."""
    name = f"{service}-{process}"
    return {
        "service": lambda: service,
        "process": lambda: process,
        "listen": lambda: instance.address(listen_port(name, slot)),
        "health_listen": lambda: instance.address(health_port(name, slot)),
        "database_url": lambda: instance.database_url(service),
        "nats_url": lambda: instance.nats_url(service),
        "redis_url": lambda: instance.redis_url(service),
        "caller_private_key": lambda: instance.keys.caller_private(service),
    }


def _secrets_of(instance: Instance, service: str) -> dict[str, str]:
    """Pass key rings as files, so that a process replaced during a rotation reads the new ones."""
    return {
        secret.setting: instance.keys.file(secret).read_text()
        if secret.kind == "given"
        else str(instance.keys.file(secret))
        for secret in service_secrets()
        if service in secret.services
    }


def _secret(instance: Instance, name: str) -> Path:
    return instance.keys.file(next(secret for secret in service_secrets() if secret.name == name))


def for_stand_in(instance: Instance, name: str) -> dict[str, str]:
    own = {
        "webapp": {
            "PAIRWISE_HEALTH_LISTEN": instance.address(WEBAPP_HEALTH),
            # By the gateway, which knows in which slots they run.
            **{f"PAIRWISE_{service.upper()}": instance.gateway for service in asked_by_webapp()},
        },
        "mailbox": {
            "SMTP_LISTEN": instance.address(MAILBOX_SMTP),
            "STATE_DIR": str(instance.home.data / "mailbox"),
            "SMTP_UTF8": os.environ.get("SMTP_UTF8", ""),
        },
        "push": {"STATE_DIR": str(instance.home.data / "push")},
        "payments": {
            "PAYMENTS_API_KEY": _secret(instance, "payments").read_text(),
            "STRIPE_WEBHOOK_URL": f"{instance.public_url}/api/stripe-webhook.php",
            "STRIPE_WEBHOOK_KEYS": _secret(instance, "stripe-webhook").read_text(),
            "STATE_DIR": str(instance.home.data / "payments"),
        },
        "age": {
            "AGE_PROVIDER_KEYS": _secret(instance, "age-provider").read_text(),
            "STATE_DIR": str(instance.home.data / "age"),
        },
        "openid": {
            "OIDC_ISSUER": f"http://{instance.address('openid')}",
            "OIDC_CLIENT_SECRET": _secret(instance, "openid").read_text(),
        },
        "translator": {"TRANSLATOR_API_KEY": _secret(instance, "translator").read_text()},
        "matcher": {
            "PICTURE_MATCHER_API_KEY": _secret(instance, "picture-matcher").read_text(),
            "STATE_DIR": str(instance.home.data / "matcher"),
        },
        "networks": {"STATE_DIR": str(instance.home.data / "networks")},
        "responder": {
            "NATS_URL": instance.nats_url(RESPONDER),
            "PAIRWISE_HEALTH_LISTEN": instance.address("responder"),
            "DEMO_MEMBERS": str(instance.members),
            **_demo_cases(),
        },
    }
    return {"PAIRWISE_LISTEN": instance.address(name), **own.get(name, {})}


def for_provisioner(instance: Instance) -> dict[str, str]:
    return {
        "NATS_URL": instance.nats_url(PROVISIONER),
        "PAIRWISE_HEALTH_LISTEN": instance.address(PROVISIONER),
    }


def for_migrations(instance: Instance) -> dict[str, str]:
    """Migrations go through all services in one process, as the owners of their tables."""
    return {
        f"DATABASE_OWNER_URL_{one.name.upper()}": instance.database_owner_url(one.name) for one in instance.services
    }


def for_seed(instance: Instance) -> dict[str, str]:
    """The seed goes through all services in one process, in the roles they run under."""
    databases = {
        f"DATABASE_URL_{service.name.upper()}": instance.database_url(service.name) for service in instance.services
    }
    return databases | {
        "MEDIA_URL": instance.media.as_uri(),
        "AUTHENTICATOR_KEYS": str(_secret(instance, "authenticators")),
        "PORTRAITS_DIR": str(ROOT / ".build" / "portraits"),
        **_demo_cases(),
    }


def _demo_cases() -> dict[str, str]:
    """Tests leave the demo's cases out, because they count those that they make."""
    return {"DEMO_CASES": os.environ.get("DEMO_CASES", "on")}
