"""Makes sealed bingo cards: deals, seals, draws, ships and checks them."""
