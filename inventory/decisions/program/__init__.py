"""A program held against the rules."""
