"""The desk in the browser: a till's page and the board, served by the hall's own computer."""
