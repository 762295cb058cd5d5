"""Papers at the desk: reports, slips, the script, disclosures."""
