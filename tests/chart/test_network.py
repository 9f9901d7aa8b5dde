"""Network policies, evaluated: they admit the connections of services/registry.yaml, and no others."""

from collections.abc import Iterator
from typing import Any

from shared.registry import asked_by_webapp, load_routes, services

from tests.chart.rendering import Object, Objects, main_container, pod_template, runs, values_of, workloads

Labels = dict[str, str]
FOR_PROBES = {8081, 8085, 8086}
STAND_INS = {
    "age": "age",
    "smtp": "mailbox",
    "sms": "mailbox",
    "push": "push",
    "networks": "networks",
    "openid": "openid",
    "payments": "payments",
    "translator": "translator",
    "matcher": "matcher",
}


def fits(selector: Object, labels: Labels) -> bool:
    """Whether a label selector selects these labels; only the operator In is used."""
    wanted = all(labels.get(key) == value for key, value in selector.get("matchLabels", {}).items())
    return wanted and all(
        each["operator"] == "In" and labels.get(each["key"]) in each["values"]
        for each in selector.get("matchExpressions", [])
    )


def pods(objects: Objects) -> dict[str, tuple[Labels, set[int]]]:
    """Labels and listening ports of each workload, by its name without the release's."""
    found = {}
    for _, document in workloads(objects):
        labels = pod_template(document)["metadata"]["labels"]
        ports = {p["containerPort"] for c in pod_template(document)["spec"]["containers"] for p in c.get("ports", [])}
        found[labels["app.kubernetes.io/name"]] = (labels, ports)
    return found


def located(objects: Objects, workload: str) -> tuple[str, int]:
    """The pod that a workload runs in, which it may share, and the port that it serves at."""
    if workload in pods(objects):
        return workload, 8080
    service, _, process = workload.rpartition("-")
    return service or "gateway", {"rpc": 8082, "live": 8083, "webapp": 8084}.get(process, 8080)


def policies(objects: Objects, labels: Labels) -> list[Object]:
    return [
        document["spec"]
        for (kind, _), document in objects.items()
        if kind == "NetworkPolicy" and fits(document["spec"]["podSelector"], labels)
    ]


def allows(objects: Objects, direction: str, labels: Labels, peer: Labels, port: int) -> bool:
    """Whether this pod may take (`ingress`) or open (`egress`) a connection with a pod of its namespace."""
    other = "from" if direction == "ingress" else "to"
    return any(
        port in {each["port"] for each in rule["ports"]}
        and (other not in rule or any(fits(each["podSelector"], peer) for each in rule[other] if "podSelector" in each))
        for policy in policies(objects, labels)
        for rule in policy.get(direction, [])
    )


def connections(objects: Objects) -> Iterator[tuple[str, str, int]]:
    """Every connection between workloads that the policies of both ends let through."""
    every = pods(objects)
    for name, (labels, _) in every.items():
        for target, (at, ports) in every.items():
            for port in ports - FOR_PROBES:
                to, taken = (allows(objects, *way, port) for way in (("egress", labels, at), ("ingress", at, labels)))
                if name != target and to and taken:
                    yield name, target, port


def declared(objects: Objects) -> set[tuple[str, str, int]]:
    """The connections that the registry, the route table and the stand-ins need."""
    has_stand_ins = "mailbox" in pods(objects)
    wanted = {("helm-test", "gateway", 8080)}
    for service in services():
        for process in service.processes:
            name, _ = located(objects, f"{service.name}-{process}")
            wanted |= {(name, *located(objects, f"{asked}-rpc")) for asked in service.asks}
            if has_stand_ins:
                reached = [STAND_INS[party] for party in service.reaches[process] if party in STAND_INS]
                wanted |= {(name, one, port) for one in reached for port in pods(objects)[one][1]}
    routes = {route.target.replace("/", "-") for route in load_routes() if route.to != "webapp"}
    wanted |= {("gateway", *located(objects, name)) for name in (*routes, "webapp")}
    wanted |= {(located(objects, "webapp")[0], *located(objects, f"{name}-web")) for name in asked_by_webapp()}
    if has_stand_ins:
        wanted |= {("gateway", name, 8080) for name in STAND_INS.values()}
        wanted |= {("payments", "billing-web", 8080), ("mailbox", "notifications-web", 8080)}
        # The gateway's rule of serving ports covers the mailbox's other port, too.
        wanted.add(("gateway", "mailbox", 2525))
    return {each for each in wanted if each[0] != each[1]}


def test_the_policies_admit_the_declared_connections(scenario: str, rendered: Objects) -> None:
    if values_of(scenario).get("networkPolicy", {}).get("enabled", True):
        # Without a policy that selects the clients of the gateway everybody may call it; its own pods may not.
        clients = {each for each in connections(rendered) if each[1] == "gateway"} - {("helm-test", "gateway", 8080)}
        assert not clients
        assert set(connections(rendered)) == declared(rendered)


def test_every_pod_is_refused_both_ways_unless_a_rule_allows_it(scenario: str, rendered: Objects) -> None:
    if values_of(scenario).get("networkPolicy", {}).get("enabled", True):
        for name, (labels, _) in pods(rendered).items():
            found = policies(rendered, labels)
            assert found, name
            assert all(policy["policyTypes"] == ["Ingress", "Egress"] for policy in found), name


def test_the_gateway_reaches_the_store_only_where_it_fetches_pictures(scenario: str, rendered: Objects) -> None:
    values = values_of(scenario)
    if not values.get("networkPolicy", {}).get("enabled", True):
        return
    labels, _ = pods(rendered)["gateway"]
    outside = {
        each["port"]
        for policy in policies(rendered, labels)
        for rule in policy.get("egress", [])
        for each in rule["ports"]
        if not any("podSelector" in peer for peer in rule.get("to", []))
    }
    assert (443 in outside) == values.get("store", {}).get("throughGateway", False)


def test_a_process_reaches_the_parties_it_declares_and_no_others(scenario: str, rendered: Objects) -> None:
    values = values_of(scenario)
    if not values.get("networkPolicy", {}).get("enabled", True):
        return
    ports = {"databases": {5432}, "nats": {4222}, "redis": {6379}, "store": {443}, "smtp": {25, 465, 587}}
    ports |= {
        "push": {443},
        "age": {443},
        "networks": {443},
        "openid": {443},
        "payments": {443},
        "sms": {443},
        "translator": {443},
        "matcher": {443},
    }
    for service in services():
        for process in service.processes:
            labels, _ = pods(rendered)[located(rendered, f"{service.name}-{process}")[0]]
            together = runs(rendered, service.name, process)
            outside = {
                each["port"]
                for policy in policies(rendered, labels)
                for rule in policy.get("egress", [])
                for each in rule["ports"]
                if not any("podSelector" in peer for peer in rule.get("to", []))
            }
            reached = [
                party
                for each in main_container(together)["args"][1].split("+")
                for party in service.reaches[each]
                if not (party in STAND_INS and "mailbox" in pods(rendered))
                and not (party == "store" and "claim" in values.get("store", {}))
            ]
            dns: dict[str, Any] = values.get("networkPolicy", {}).get("dns", {})
            expected = {port for party in reached for port in ports[party]} | set(dns.get("ports", [53]))
            if values.get("traces"):
                expected.add(4318)
            assert outside == expected, f"{service.name}-{process}"
