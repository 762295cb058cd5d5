"""Draws the cards: artwork, codes in batches, press files, specimens, the list for the printer."""
