"""Progressives: prizes that grow until they are won."""
