"""Entries of the ledger: what each kind says, the states of a card, their form in bytes."""
