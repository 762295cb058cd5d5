"""How entries are bytes: the fields of a kind as JSON, and the steps from older versions."""
