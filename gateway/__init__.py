"""The public entry point: routing and authentication by Envoy."""
