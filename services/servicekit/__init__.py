"""What every service does alike. No product words in here."""
