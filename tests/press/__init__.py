"""Tests of the press room: what stands on the paper, read back."""
