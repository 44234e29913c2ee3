"""Values as rows: how fields and their parts have columns."""
