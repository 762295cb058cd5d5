"""The cardgen command: every step from an order form to a checked delivery."""
