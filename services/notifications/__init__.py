"""Notifications outside the pages: email and web push."""
