"""What is said, posted and read out."""
