"""The plant's journal: custodians, runs, checks, spoils and shipments, each noted once."""
