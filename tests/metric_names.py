"""Names of metrics: those that an expression of PromQL reads, and those that processes export."""

import re
from collections.abc import Iterable

STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
BRACES = re.compile(r"\{[^}]*\}")
LABELS = re.compile(r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)")
DURATIONS = re.compile(r"\[[^\]]*\]|\boffset\s+\w+")
NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
OPERATORS = {"and", "or", "unless", "bool", "inf", "nan"}
FAMILY = re.compile(r"^# TYPE (\S+) (\S+)$", re.M)
# Prometheus makes them itself.
OF_PROMETHEUS = {"up", "ALERTS"}
# What the release stands on (helm/pairwise/alerts/around.yaml): CloudNativePG, its plugin, kubelet, kube-state-metrics,
# cert-manager. Their own documents name them.
OF_PARTS = ("barman_cloud_", "cnpg_", "kubelet_", "kube_", "certmanager_")


def names_in(expression: str) -> set[str]:
    """The metrics that this expression reads, recorded ones (`a:b:c`) and Prometheus' own left out."""
    for noise in (STRINGS, BRACES, LABELS, DURATIONS):
        expression = noise.sub(" ", expression)
    found = set()
    for match in NAME.finditer(expression):
        is_function = expression[match.end() :].lstrip().startswith("(")
        is_number = match.start() > 0 and expression[match.start() - 1].isdigit()
        if not is_function and not is_number and ":" not in match.group() and match.group() not in OPERATORS:
            found.add(match.group())
    return {name for name in found - OF_PROMETHEUS if not name.startswith(OF_PARTS)}


def exported_in(expositions: Iterable[str]) -> set[str]:
    """The names under which these processes export series, from their answers to Prometheus."""
    found = set()
    for text in expositions:
        for name, kind in FAMILY.findall(text):
            endings = ("_bucket", "_count", "_sum") if kind == "histogram" else ("",)
            found |= {name + ending for ending in endings}
    return found
