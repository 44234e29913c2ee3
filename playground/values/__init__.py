"""Values of the playground: people, places, messages, events and refusals."""
