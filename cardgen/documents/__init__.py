"""The library that draws documents: pen, typefaces, inks, tables, charts, sheets, PDF/A."""
