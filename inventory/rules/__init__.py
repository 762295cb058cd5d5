"""What a regulator or a hall sets, each number with its source."""
