"""The locked room: whatever can tell a sealed face. Nothing of a hall may import it."""
