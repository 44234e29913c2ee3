"""The data export: all of a person's rows, their own moves, and no other person."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bot.features.reviews.domain import ReviewedPly
from bot.features.reviews.store import ReviewRepository
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Person
from bot.repositories.tables.match_tables import substitutions
from engines import MoveWorth, PlyVerdict
from tests.bot.features.privacy.service.leaving import ROBIN, leave_traces
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)


async def test_the_export_contains_own_rows_and_moves(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), language="de")
    match = await world.match(goal="4")
    for person in (ANNA, BEN):
        await world.services.turns.take_turn(world.by(person), match.id, "take 2")
    data = json.loads(await world.services.personal_exports.of(BEN))
    rows = data["kept"]
    assert data["person"] == str(BEN.id)
    assert [row["name"] for row in rows["players"]] == ["Ben"]
    assert rows["habits"][0]["preferences"]["language"] == "de"
    assert [(row["id"], row["key"], row["seats"]) for row in rows["games"]] == [(match.id, "counting", [1])]
    assert [(row["number"], row["text"]) for row in rows["moves"]] == [(2, "take 2")]
    assert rows["challenges"][0]["opponent"] == BEN.id
    assert rows["challenges"][0]["challenger"] is None
    assert str(ANNA.id) not in json.dumps(data)


async def test_the_export_hides_the_seed_of_a_running_game(world: World) -> None:
    await world.match("crowd")
    data = await world.services.personal_exports.of(BEN)
    assert b"seed" not in data


async def test_a_stranger_s_export_is_empty(world: World) -> None:
    assert json.loads(await world.services.personal_exports.of(ANNA))["kept"] == {}


async def _export_of(world: World, person: Person) -> dict[str, list[dict[str, Any]]]:
    data = json.loads(await world.services.personal_exports.of(person))
    rows: dict[str, list[dict[str, Any]]] = data["kept"]
    return rows


async def test_plies_are_exported_to_their_mover_not_the_seat_holder(world: World) -> None:
    match = await world.match(goal="40")
    await play(world, match, ANNA, BEN, ANNA)
    offer = await world.services.substitutions.offer(world.by(BEN), match.id)
    world.time.pass_by(timedelta(minutes=1))
    await world.services.substitutions.accept(world.by(CARA), offer.id)
    world.time.pass_by(timedelta(minutes=1))
    await play(world, match, CARA)
    leaver, substitute = await _export_of(world, BEN), await _export_of(world, CARA)
    assert [row["number"] for row in leaver["moves"]] == [2]
    assert [row["number"] for row in substitute["moves"]] == [4]
    assert [(row["id"], row["seats"]) for row in leaver["games"]] == [(match.id, [1])]
    assert [(row["id"], row["seats"]) for row in substitute["games"]] == [(match.id, [1])]


async def test_ply_ownership_does_not_depend_on_clocks(world: World) -> None:
    match = await world.match(goal="40")
    await play(world, match, ANNA, BEN, ANNA)
    offer = await world.services.substitutions.offer(world.by(BEN), match.id)
    # Another process whose clock is behind.
    world.time.pass_by(timedelta(minutes=-5))
    await world.services.substitutions.accept(world.by(CARA), offer.id)
    await play(world, match, CARA, ANNA)
    world.time.pass_by(timedelta(minutes=-5))
    await play(world, match, CARA)
    leaver, substitute = await _export_of(world, BEN), await _export_of(world, CARA)
    assert [row["number"] for row in leaver["moves"]] == [2]
    assert [row["number"] for row in substitute["moves"]] == [4, 6]


@pytest.mark.parametrize("current_version", [True, False], ids=["this version", "an earlier version"])
async def test_plies_taken_back_across_a_seat_change_keep_their_mover(
    world: World, current_version: bool
) -> None:
    match, take_back = await world.match(goal="40"), OfferKind.TAKE_BACK
    await play(world, match, ANNA, BEN, ANNA)
    offer = await world.services.substitutions.offer(world.by(BEN), match.id)
    world.time.pass_by(timedelta(minutes=1))
    await world.services.substitutions.accept(world.by(CARA), offer.id)
    world.time.pass_by(timedelta(minutes=1))
    await world.services.offers.offer(world.by(CARA), match.id, take_back)
    await world.services.offers.answer(world.by(ANNA), match.id, take_back, accept=True)
    assert (await world.services.matches.get(match.id)).plies == 1
    await play(world, match, CARA, move="take 2")
    if not current_version:
        async with world.store._engines.writer.begin() as connection:
            await connection.execute(sa.update(substitutions).values(taken_back=None))
    leaver, substitute = await _export_of(world, BEN), await _export_of(world, CARA)
    assert [(row["number"], row["text"]) for row in leaver["taken_back"]] == [(2, "take 1")]
    assert "moves" not in leaver
    assert [(row["number"], row["text"]) for row in substitute["moves"]] == [(2, "take 2")]
    assert "taken_back" not in substitute


async def test_the_export_contains_reviews_of_own_moves(world: World) -> None:
    match = await world.match(goal="40")
    await play(world, match, ANNA, BEN)
    verdict = PlyVerdict("take 2", MoveWorth(0.75, 3), MoveWorth(0.5), (0.5, 0.5))
    async with world.store.write() as session:
        plies = [ReviewedPly(1, 0, "take 1", 1, None), ReviewedPly(2, 1, "take 1", 2, verdict)]
        await session.of(ReviewRepository).save(match.id, 1, plies)
    (review,) = (await _export_of(world, BEN))["reviewed"]
    assert (review["number"], review["text"], review["best"], review["best_chance"]) == (
        2,
        "take 1",
        "take 2",
        0.75,
    )
    assert [row["number"] for row in (await _export_of(world, ANNA))["reviewed"]] == [1]
    assert "reviewed" not in await _export_of(world, CARA)


async def test_the_export_contains_taken_back_and_planned_moves(world: World) -> None:
    match = await world.match(goal="40")
    await play(world, match, ANNA, BEN)
    await world.services.undo.undo(world.by(BEN), match.id, 2, 0)
    await play(world, match, BEN, move="take 2")
    await world.services.conditional_moves.add(world.by(BEN), match.id, ["take 1", "take 2"])
    bens_export = await _export_of(world, BEN)
    assert [(row["number"], row["text"]) for row in bens_export["taken_back"]] == [(2, "take 1")]
    assert [row["game"] for row in bens_export["plans"]] == [match.id]
    annas_export = await _export_of(world, ANNA)
    assert "plans" not in annas_export
    assert "taken_back" not in annas_export


async def test_the_export_contains_notices_with_their_data(world: World) -> None:
    match = await world.match(goal="40")
    await world.services.offers.offer(world.by(BEN), match.id, OfferKind.DRAW)
    rows = (await _export_of(world, ANNA)).get("notices", []) + (await _export_of(world, BEN)).get(
        "notices", []
    )
    assert rows
    assert not [row for row in rows if "data" not in row]
    assert str(BEN.id) not in json.dumps(await _export_of(world, ANNA))


async def test_the_exported_server_log_names_only_the_person(world: World) -> None:
    await leave_traces(world)
    export = await _export_of(world, ROBIN)
    notes = {(row["deed"], row["note"]) for row in export["deeds"]}
    assert ("adjudication", f"Robin (<@{ROBIN.id}>) was right") in notes
    assert ("adjudication", f"_robinson_ says so, and Robins Zug; {ROBIN.id} saw it") in notes
    assert any(action == "players" and str(ROBIN.id) in note for action, note in notes), notes
    by_others = [row for row in export["deeds"] if row["player"] is None]
    assert by_others
    text = json.dumps(by_others)
    assert not [
        person for person in (ANNA, BEN, CARA) if not (str(person.id) not in text and person.name not in text)
    ]


async def test_notes_by_others_name_nobody_else(world: World) -> None:
    match = await world.match(goal="40")
    reason = f"Anna left, {CARA.id} saw it, Ben stays"
    await world.services.servers.adjudicate(world.by(CARA), match.id, (BEN.id,), reason)
    export = await _export_of(world, BEN)
    assert [(row["player"], row["note"]) for row in export["deeds"]] == [
        (None, "… left, … saw it, Ben stays")
    ]
    text = json.dumps(export["notices"], ensure_ascii=False)
    assert "Ben stays" in text
    assert not [word for word in ("Anna", str(ANNA.id), str(CARA.id)) if word in text]


async def test_notes_on_other_games_naming_the_person_are_exported(world: World) -> None:
    match = await world.match(goal="40")
    await world.challenge(opponent=DORA)
    reason = "_Dora_ and Caras friend saw it, Ben lost"
    await world.services.servers.adjudicate(world.by(CARA), match.id, (ANNA.id,), reason)
    redacted = "_Dora_ and … friend saw it, … lost"
    export = await _export_of(world, DORA)
    assert [(row["player"], row["game"], row["note"]) for row in export["deeds"]] == [
        (None, match.id, redacted)
    ]
    assert redacted in json.dumps(export["notices"], ensure_ascii=False)
    assert "deeds" not in await _export_of(world, EMIL)


async def test_nonplayers_are_redacted_for_others(world: World) -> None:
    match = await world.match(goal="40")
    await world.challenge(opponent=DORA)
    reason = "Dora, _Dora_, Doras Freund: Ben schummelt; Dorade bleibt"
    await world.services.servers.adjudicate(world.by(CARA), match.id, (BEN.id,), reason)
    export = await _export_of(world, BEN)
    assert [row["note"] for row in export["deeds"]] == ["…, _…_, … Freund: Ben schummelt; Dorade bleibt"]
    assert "Dora," not in json.dumps(export)


async def test_the_export_contains_earlier_names(world: World) -> None:
    await leave_traces(world)
    assert [row["name"] for row in (await _export_of(world, ROBIN))["earlier_names"]] == ["Robinson"]


async def test_the_export_omits_internal_columns(world: World) -> None:
    await leave_traces(world)
    export = await _export_of(world, ROBIN)
    assert {"notices", "challenges"} <= export.keys()
    columns = {name for rows in export.values() for row in rows for name in row}
    assert not columns & {"claimant", "error", "dice_seed"}


async def test_the_export_keeps_unicode_unescaped(world: World) -> None:
    person = replace(ANNA, name="Änne 🎲")
    await world.services.settings.set_preferences(world.by(person), language="de")
    assert '"Änne 🎲"' in (await world.services.personal_exports.of(person)).decode()
