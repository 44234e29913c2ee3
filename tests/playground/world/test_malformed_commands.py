"""Fields of a wrong type in commands are refused as invalid, with any content."""

from contextlib import suppress
from typing import Any

import pytest

from playground.values.errors import ApiError
from playground.world.commands import CommandBook
from playground.world.world import World

BENT: tuple[Any, ...] = (5, True, 1.5, "x", [], {}, [[]], [{}], [None], [5], ["x"], {"de": []}, {"x": {}})
OF_COMMAND = (
    "contexts",
    "description",
    "description_localizations",
    "handler",
    "integration_types",
    "name",
    "name_localizations",
    "options",
    "type",
)
OF_OPTION = (
    "autocomplete",
    "choices",
    "file_types",
    "max_length",
    "min_length",
    "name",
    "name_localizations",
    "options",
    "required",
    "type",
)


@pytest.mark.parametrize("bent", BENT, ids=str)
def test_fields_of_any_type_are_accepted_or_refused(world: World, bent: Any) -> None:
    book = CommandBook(world)
    usual = {"name": "play", "description": "Play"}
    bodies = [usual | {name: bent} for name in OF_COMMAND]
    bodies += [
        usual | {"options": [{"name": "move", "description": "Move", "type": kind} | {name: bent}]}
        for name in OF_OPTION
        for kind in (1, 2, 3, 4, 11)
    ]
    for body in bodies:
        with suppress(ApiError):
            book.upsert(None, body)
        with suppress(ApiError):
            book.replace_all(None, [body])


@pytest.mark.parametrize("types", [5, True, "01", {}, [[]], [{}], ["0"], [True], [0, 2]], ids=str)
def test_installs_of_an_invalid_type_are_refused(world: World, types: object) -> None:
    with pytest.raises(ApiError) as refused:
        CommandBook(world).upsert(None, {"name": "play", "description": "p", "integration_types": types})
    assert refused.value.refusal.code == 50035
    assert list(refused.value.errors or ()) == ["integration_types"]
