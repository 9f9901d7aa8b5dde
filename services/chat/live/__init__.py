"""The process that takes messages, holds members' open pages and sends them feed events as server-sent events (SSE)."""

from chat.live.app import LiveApp
from chat.live.sse import LiveEvents

EVENTS = LiveEvents

__all__ = ["EVENTS", "LiveApp"]
