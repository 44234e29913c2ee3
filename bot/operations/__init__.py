"""Operations for owners: a module for each subcommand of `fernpartie`."""
