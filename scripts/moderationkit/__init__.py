"""Measurements of moderation: precision and recall of an image classifier."""
