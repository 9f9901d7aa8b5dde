"""The one public door: who is routed where, who is let in."""
