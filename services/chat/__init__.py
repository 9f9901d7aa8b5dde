"""Conversations, messages and unread counts, and the live streams that bring feed events to open pages."""
