"""What may be sold, exchanged, taken back and punched."""
