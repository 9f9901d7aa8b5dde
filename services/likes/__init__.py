"""Likes and matches between members."""
