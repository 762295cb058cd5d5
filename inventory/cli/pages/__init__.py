"""The desk in the browser, started at the terminal: for an evening, and for practice."""
