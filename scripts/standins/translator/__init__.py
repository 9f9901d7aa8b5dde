"""A translation service that knows no language but says which one it would translate."""
