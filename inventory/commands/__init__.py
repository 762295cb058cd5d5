"""What can be asked of a hall: one frozen value a command, and its identity."""
