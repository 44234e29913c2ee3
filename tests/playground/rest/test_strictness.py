"""The strictness switches: over the control interface, on the command line, at startup."""

from dataclasses import fields

import pytest

from playground.__main__ import parser, strictness
from playground.server import Playground
from playground.values.errors import ClientError
from playground.values.settings import STRICT, Strictness, lenient
from tests.pocket import Pocket, Refused


async def test_switches_are_strict_and_can_be_set(pocket: Pocket) -> None:
    assert set((await pocket.control.strictness()).values()) == {True}
    changed = await pocket.control.strictness(old_edits_limited=False)
    assert [name for name, value in changed.items() if not value] == ["old_edits_limited"]
    assert set((await pocket.control.strictness(all=False)).values()) == {False}
    mixed = await pocket.control.strictness(all=True, old_edits_limited=False)
    assert [name for name, value in mixed.items() if not value] == ["old_edits_limited"]
    switches = await pocket.line.ask("GET", "/playground/control/strictness")
    assert switches == mixed


async def test_unknown_switches_are_refused(pocket: Pocket) -> None:
    with pytest.raises(Refused, match="no such switch"):
        await pocket.control.strictness(kindness=True)


async def test_switches_can_be_set_at_startup() -> None:
    async with Playground.start(strictness=lenient(), community=True) as playground:
        assert playground.world.strictness == lenient()
        assert {guild.preferred_locale for guild in playground.world.homes} == {"de", "en-US"}


def test_switches_can_be_set_on_the_command_line() -> None:
    def read(*arguments: str) -> Strictness:
        return strictness(parser().parse_args(["serve", *arguments]))

    assert read() == STRICT
    assert read("--lenient", "all") == lenient()
    first = read("--lenient", "old_edits_limited", "--lenient", "gone_defaults_refused")
    assert [item.name for item in fields(Strictness) if not getattr(first, item.name)] == [
        "old_edits_limited",
        "gone_defaults_refused",
    ]
    with pytest.raises(ClientError):
        read("--lenient", "kindness")
