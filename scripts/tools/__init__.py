"""The image `tools`: what an operator runs in a cluster without a clone of this repository."""
