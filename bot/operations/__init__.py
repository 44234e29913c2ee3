"""Operations for owners: a module for each word after `fernpartie`."""
