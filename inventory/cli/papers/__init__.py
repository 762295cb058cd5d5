"""Papers at the terminal: those of an evening, those of tonight, and how both are written."""
