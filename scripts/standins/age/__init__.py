"""A provider of age assurance that asks nobody for a document."""
