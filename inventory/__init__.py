"""Keeps the cards of a hall; it may load what proves a card, never what could tell a sealed one."""
