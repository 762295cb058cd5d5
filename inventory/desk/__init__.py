"""The desk: read, decide, append; the one place where a transaction is made."""
