"""What several serving processes hold in common: the places of their bounds, the rates of their callers."""
