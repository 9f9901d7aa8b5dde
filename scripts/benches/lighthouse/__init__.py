"""Lighthouse on the public pages and some of members' screens, through the real gateway, beside their targets."""

from benches.lighthouse.measure import measure

__all__ = ["measure"]
