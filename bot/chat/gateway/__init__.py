"""The connection to Discord: shards, servers, registered commands."""
