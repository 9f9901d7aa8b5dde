"""What each process is told by its environment. Each gets what it needs and no other's secrets."""

import os

from servicekit.registry import Service

from runner.copy import PLACES, WEBAPP_HEALTH, Copy, health_port
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
        "REDIS_URL": copy.redis_url,
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
    keys = copy.keys
    return {
        "identity": {
            "TOKEN_PRIVATE_KEY": str(keys.token_private()),
            "SEAL_KEY": keys.seal(),
            "OPENAPI_FILE": str(OPENAPI),
            "STORE_URL": (copy.home.data / "identity").as_uri(),
            "PUSH_PUBLIC_KEY": keys.vapid_public(),
        },
        "profiles": {"MEDIA_KEY": keys.media(), "MEDIA_URL": copy.media.as_uri()},
        "chat": {"MEDIA_KEY": keys.media(), "MEDIA_URL": (copy.home.data / "chat-media").as_uri()},
        "billing": {
            "PAYMENTS_API_URL": f"http://{copy.address('payments')}/v2",
            "PAYMENTS_API_KEY": keys.payments(),
            "PAYMENTS_WEBHOOK_URL": f"{copy.public_url}/api/payment-webhook.php",
            "FIELDS_KEY": keys.fields(),
            "SMS_URL": f"http://{copy.address('mailbox')}/sms",
        },
        "notifications": {
            "SEAL_KEY": keys.seal(),
            "SMTP_URL": f"smtp://{copy.address('mailbox-smtp')}",
            "VAPID_PRIVATE_KEY": keys.vapid(),
            "PUSH_STAND_IN_URL": f"http://{copy.address('push')}",
            "MAIL_WEBHOOK_KEY": keys.mail_webhook(),
        },
    }.get(service, {})


def for_stand_in(copy: Copy, name: str) -> dict[str, str]:
    own = {
        "webapp": {"PAIRWISE_HEALTH_LISTEN": copy.address(WEBAPP_HEALTH)},
        "mailbox": {
            "SMTP_LISTEN": copy.address("mailbox-smtp"),
            "STATE_DIR": str(copy.home.data / "mailbox"),
        },
        "push": {"STATE_DIR": str(copy.home.data / "push")},
        "payments": {
            "PAYMENTS_API_KEY": copy.keys.payments(),
            "STATE_DIR": str(copy.home.data / "payments"),
        },
        "responder": {
            "NATS_URL": copy.nats_url("responder"),
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
        "MEDIA_KEY": copy.keys.media(),
        "MEDIA_URL": copy.media.as_uri(),
        "SEAL_KEY": copy.keys.seal(),
        "NATS_URL": copy.nats_url("responder"),
        "REDIS_URL": copy.redis_url,
        "PORTRAITS_DIR": str(ROOT / ".build" / "portraits"),
    }
