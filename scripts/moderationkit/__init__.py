"""Measurements of moderation: precision and recall of an image classifier, mistakes of a comparison of faces."""
