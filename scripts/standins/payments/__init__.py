"""A payment provider without money: Mollie's HTTP API v2, a hosted checkout page, and webhooks."""
