"""An evening's program and its file, and the patterns that win."""
