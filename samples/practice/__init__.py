"""The practice cards that `inventory practice` comes with, and how they are made."""
