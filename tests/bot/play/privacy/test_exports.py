"""Someone's data as a file: all their rows, their own moves, and nobody else."""

import json

from tests.bot.play.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.play.worlds",)


async def test_it_holds_ones_own_rows_and_moves(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), language="de")
    match = await world.match(goal="4")
    for person in (ANNA, BEN):
        await world.services.turns.take_turn(world.by(person), match.id, "take 2")
    data = json.loads(await world.services.personal_exports.of(BEN))
    kept = data["kept"]
    assert data["person"] == str(BEN.id)
    assert [row["name"] for row in kept["players"]] == ["Ben"]
    assert kept["habits"][0]["preferences"]["language"] == "de"
    assert [(row["id"], row["key"], row["seat"]) for row in kept["games"]] == [(match.id, "counting", 1)]
    assert [(row["number"], row["text"]) for row in kept["moves"]] == [(2, "take 2")]
    assert kept["challenges"][0]["opponent"] == BEN.id
    assert kept["challenges"][0]["challenger"] is None
    assert str(ANNA.id) not in json.dumps(data)


async def test_nothing_secret_of_a_running_game_is_in_it(world: World) -> None:
    await world.match("crowd")
    data = await world.services.personal_exports.of(BEN)
    assert b"seed" not in data


async def test_of_a_stranger_there_is_nothing(world: World) -> None:
    assert json.loads(await world.services.personal_exports.of(ANNA))["kept"] == {}
