"""Figures from the ledger, and the words they are told in."""
