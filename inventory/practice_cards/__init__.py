"""Practice cards: a delivery for the hall `practice`, made from words that everybody knows."""
