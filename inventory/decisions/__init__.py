"""What may be done and what is written then: pure functions, values in and entries or refusal out."""
