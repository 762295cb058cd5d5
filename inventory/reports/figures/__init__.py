"""The figures of an evening, added up from its entries."""
