"""Values as rows: columns of fields and their parts."""
