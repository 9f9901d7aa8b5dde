"""Events identity handles: a module for each publisher, and one for the receipts that all services publish."""
