"""The evening at the desk: its program, its games, its balls."""
