"""Tables of the repository, validated: services (registry.yaml), routes and limits of the gateway."""

from shared.registry.limits import DEFAULT, LimitTable, RateLimit, Window, load_limits
from shared.registry.routes import DEFAULT_BODY_BYTES, PLACEHOLDER, Route, limits_file_of, load_routes, read_table
from shared.registry.services import (
    JOINED,
    Secret,
    Service,
    Setting,
    asked_by_webapp,
    service_names,
    service_secrets,
    services,
    shared_settings,
)
from shared.registry.site_documents import site_documents, site_files
from shared.registry.yaml_file import read_yaml

__all__ = [
    "DEFAULT",
    "DEFAULT_BODY_BYTES",
    "JOINED",
    "PLACEHOLDER",
    "LimitTable",
    "RateLimit",
    "Route",
    "Secret",
    "Service",
    "Setting",
    "Window",
    "asked_by_webapp",
    "limits_file_of",
    "load_limits",
    "load_routes",
    "read_table",
    "read_yaml",
    "service_names",
    "service_secrets",
    "services",
    "shared_settings",
    "site_documents",
    "site_files",
]
