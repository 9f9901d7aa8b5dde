"""Conversations and messages, what is unread of them, and the live streams that bring news to open pages."""
