"""The check of a run before it ships: reads what was printed, holds no secret, deals nothing."""
