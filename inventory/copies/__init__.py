"""Copies of a hall's ledger: lines of its log, a mirror beside it, backups and drills."""
