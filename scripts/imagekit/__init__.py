"""Builds, checks and lists the container images without a daemon, by buildah."""
