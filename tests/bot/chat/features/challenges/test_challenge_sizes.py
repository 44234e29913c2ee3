"""However many games there are, `/challenge` stays within what Discord takes."""
