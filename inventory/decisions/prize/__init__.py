"""Prizes: what a game pays, and to whom."""
