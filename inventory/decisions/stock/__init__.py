"""What may happen to stock."""
