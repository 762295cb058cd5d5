"""The evening and its games."""
