"""Letters: once a week a server is told of its week, in one message that calls nobody."""
