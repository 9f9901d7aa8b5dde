"""Starts the product's processes from their images, as the rendered chart describes their pods: `scripts/images try`.

A pod here is a network namespace with its own address, and a container in it: the image's files read-only, an
unprivileged user without capabilities, the chart's environment, mounts and limit of memory, and nothing else.
PostgreSQL, NATS and Redis are real. Limits of CPU, NetworkPolicies and the kubelet itself are not tried.
"""
