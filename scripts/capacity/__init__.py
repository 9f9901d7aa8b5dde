"""Pods, connections and streams for a number of members: `scripts/pairwise chart scale`."""
