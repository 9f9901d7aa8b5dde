"""Local stand-ins for the outside parts a laptop lacks: real protocols, nothing leaves the machine."""
