"""What each process is told by its environment. Each gets what it needs and no other's secrets."""

import os
from pathlib import Path

from servicekit.registry import Service, service_secrets

from runner.copy import PLACES, WEBAPP_HEALTH, Copy, health_port
from runner.permissions import RESPONDER
from runner.places import OPENAPI, PYTHON_PATH, ROOT, ROUTES_FILE, SERVICES, VENV, WEBAPP


def common(copy: Copy) -> dict[str, str]:
    return {
        "PAIRWISE_ENV": "development",
        "PAIRWISE_PUBLIC_URL": copy.public_url,
        "PAIRWISE_LIMITS": os.environ.get("PAIRWISE_LIMITS", "on"),
        # By this mark `scripts/down` knows what it may end.
        "PAIRWISE_COPY": copy.home.key,
        "PYTHONPATH": os.pathsep.join(map(str, PYTHON_PATH)),
        "PYTHONUNBUFFERED": "1",
        "PATH": os.pathsep.join([str(VENV / "bin"), os.environ.get("PATH", "/usr/bin:/bin")]),
        "HOME": os.environ.get("HOME", "/"),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        # Two arenas instead of eight for each core: threads share what they free.
        "MALLOC_ARENA_MAX": "2",
        "SITES_DIR": str(SERVICES / "sites" / "documents"),
        "LOCALES_DIR": str(WEBAPP / "src" / "locales"),
        "ROUTES_FILE": str(ROUTES_FILE),
    } | {name: value for name, value in os.environ.items() if name.startswith("OTEL_")}


def for_process(copy: Copy, service: Service, process: str, place: str = PLACES[0]) -> dict[str, str]:
    name = f"{service.name}-{process}"
    return {
        "PAIRWISE_SERVICE": service.name,
        "PAIRWISE_PROCESS": process,
        "PAIRWISE_LISTEN": copy.address(name),
        "PAIRWISE_HEALTH_LISTEN": copy.address(health_port(name, place)),
        "TOKEN_PUBLIC_KEY": str(copy.keys.token_public()),
        "DATABASE_URL": copy.database_url(service.name),
        "NATS_URL": copy.nats_url(service.name),
        "REDIS_URL": copy.redis_url(service.name),
        **{f"RPC_{asked.upper()}": copy.address(f"{asked}-rpc") for asked in service.asks},
        **_callers(copy, service, process),
        **_of_its_own(copy, service.name),
    }


def _callers(copy: Copy, service: Service, process: str) -> dict[str, str]:
    """How it proves to the services it asks which service calls, and how it checks the same of others."""
    own = {"CALLER_PRIVATE_KEY": str(copy.keys.caller_private(service.name))} if service.asks else {}
    others = str(copy.keys.caller_public(each.name for each in copy.services))
    return own | ({"CALLER_PUBLIC_KEYS": others} if process == "rpc" else {})


def _of_its_own(copy: Copy, service: str) -> dict[str, str]:
    """What one service alone is told."""
    return _secrets_of(copy, service) | {
        "identity": {
            "TOKEN_PRIVATE_KEY": str(copy.keys.token_private()),
            "OPENAPI_FILE": str(OPENAPI),
            "STORE_URL": (copy.home.data / "identity").as_uri(),
            "PUSH_PUBLIC_KEY": str(copy.keys.vapid_public()),
        },
        "profiles": {"MEDIA_URL": copy.media.as_uri()},
        "chat": {"MEDIA_URL": (copy.home.data / "chat-media").as_uri()},
        "billing": {
            "PAYMENTS_API_URL": f"http://{copy.address('payments')}/v2",
            "PAYMENTS_WEBHOOK_URL": f"{copy.public_url}/api/payment-webhook.php",
            "SMS_URL": f"http://{copy.address('mailbox')}/sms",
        },
        "notifications": {
            "SMTP_URL": f"smtp://{copy.address('mailbox-smtp')}",
            "PUSH_STAND_IN_URL": f"http://{copy.address('push')}",
        },
    }.get(service, {})


def _secrets_of(copy: Copy, service: str) -> dict[str, str]:
    """Pass key rings as files, so that a process replaced during a rotation reads the new ones."""
    return {
        secret.setting: copy.keys.file(secret).read_text() if secret.kind == "given" else str(copy.keys.file(secret))
        for secret in service_secrets()
        if service in secret.services
    }


def _secret(copy: Copy, name: str) -> Path:
    return copy.keys.file(next(secret for secret in service_secrets() if secret.name == name))


def for_stand_in(copy: Copy, name: str) -> dict[str, str]:
    own = {
        "webapp": {"PAIRWISE_HEALTH_LISTEN": copy.address(WEBAPP_HEALTH)},
        "mailbox": {
            "SMTP_LISTEN": copy.address("mailbox-smtp"),
            "STATE_DIR": str(copy.home.data / "mailbox"),
        },
        "push": {"STATE_DIR": str(copy.home.data / "push")},
        "payments": {
            "PAYMENTS_API_KEY": _secret(copy, "payments").read_text(),
            "STATE_DIR": str(copy.home.data / "payments"),
        },
        "responder": {
            "NATS_URL": copy.nats_url(RESPONDER),
            "PAIRWISE_HEALTH_LISTEN": copy.address("responder"),
            "DEMO_MEMBERS": str(copy.members),
        },
    }
    return {"PAIRWISE_LISTEN": copy.address(name), **own.get(name, {})}


def for_migrations(copy: Copy) -> dict[str, str]:
    """Migrations go through all services in one process, as the owners of their tables."""
    return {f"DATABASE_OWNER_URL_{one.name.upper()}": copy.database_owner_url(one.name) for one in copy.services}


def for_seed(copy: Copy) -> dict[str, str]:
    """The seed goes through all services in one process, in the roles they run under."""
    databases = {f"DATABASE_URL_{service.name.upper()}": copy.database_url(service.name) for service in copy.services}
    return databases | {
        "MEDIA_URL": copy.media.as_uri(),
        "AUTHENTICATOR_KEYS": str(_secret(copy, "authenticators")),
        "PORTRAITS_DIR": str(ROOT / ".build" / "portraits"),
    }
