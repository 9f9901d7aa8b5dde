"""The one owner of JetStream's streams and durable consumers (docs/decisions/0031-provisioner.md).

`python -m shared.kit.provisioner` runs beside the product for good: it creates what is missing, also after NATS has
lost its store, and changes what differs from services/registry.yaml. No service's user may do either.
"""
