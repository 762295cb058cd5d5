"""The forms of a paper: page, PDF, CSV, workbook, text."""
