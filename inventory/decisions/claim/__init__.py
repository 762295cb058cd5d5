"""Claims: judged in steps, judged again, and their parts."""
