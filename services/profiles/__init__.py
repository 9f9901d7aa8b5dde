"""Profiles, photos, blocks, places and search: how members look to each other, and who is hidden from whom."""
