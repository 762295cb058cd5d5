"""Claims at the desk: codes, case files, sleepers."""
