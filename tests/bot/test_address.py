"""Addresses at which the bot's servers listen."""

import errno

import pytest

from bot.address import Address, CannotListen


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:9400", Address("127.0.0.1", 9400)),
        (":9400", Address(None, 9400)),
        ("[::1]:80", Address("::1", 80)),
        ("Host.Test:1", Address("host.test", 1)),
    ],
)
def test_an_address_has_a_host_and_a_port(text: str, address: Address) -> None:
    assert Address.read(text) == address


@pytest.mark.parametrize("text", ["", "9400", "host", "host:", "host:0", "host:x", "a@host:1", "host:1/x"])
def test_an_invalid_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="must be an address and a port"):
        Address.read(text)


@pytest.mark.parametrize(("number", "is_taken"), [(errno.EADDRINUSE, True), (errno.EACCES, False)])
def test_an_unavailable_address_names_its_variable(number: int, *, is_taken: bool) -> None:
    error = CannotListen("FERNPARTIE_METRICS", OSError(number, "no way"))
    assert (str(error), error.is_taken) == ("FERNPARTIE_METRICS: no way", is_taken)
    assert str(CannotListen("X", OSError("only words"))) == "X: only words"
