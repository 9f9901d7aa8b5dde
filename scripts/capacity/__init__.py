"""How many pods, connections and streams a number of members needs, and what ends first: `scripts/simulate`."""
