"""What may be done and what is written then: values in, entries or a refusal out."""
