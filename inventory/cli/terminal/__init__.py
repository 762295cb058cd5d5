"""The desk at the terminal: keys and scans told apart, the scanner tested."""
