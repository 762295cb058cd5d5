"""The append-only ledger of a hall: entries, their tree, and the tables derived from them."""
