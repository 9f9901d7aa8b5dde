"""Statistics of experiments, for every service that compares groups."""
