"""The one owner of JetStream's streams and durable consumers (docs/decisions/0020-internal-access.md).

`python -m shared.ops.provisioner` runs beside the product for good: it creates missing streams and consumers, also
after NATS has lost its store, and changes those that differ from services/registry.yaml. No service's user may do
either.
"""
