"""The environment of a service's command in an instance."""

from runner.environment import common, for_process
from runner.instance import Instance


def variables(instance: Instance, service: str) -> dict[str, str]:
    """The environment of a service's command."""
    [entry] = [each for each in instance.services if each.name == service]
    return common(instance) | for_process(instance, entry, "worker")
