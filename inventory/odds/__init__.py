"""Chances: of one card, of all cards in play, of a progressive."""
