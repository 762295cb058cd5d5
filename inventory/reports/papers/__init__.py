"""The hall's papers, each a pure function from the evening's books to what stands on it."""
