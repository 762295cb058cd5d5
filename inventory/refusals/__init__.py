"""Every refusal of the hall, by subject, with its sentence and what mends it."""
