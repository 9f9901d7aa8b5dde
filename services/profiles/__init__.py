"""Profiles, photos, blocks, places and search: members' cards and pages, and the visibility between two members."""
