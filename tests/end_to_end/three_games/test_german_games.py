"""The three games among people who read German: whole games, and nothing in any other language."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import face_off, follow_round, gather, lay_out
from tests.end_to_end.three_games.honesty import check_honest
from tests.end_to_end.three_games.known_dice import foretell, hunt, shortest
from tests.end_to_end.three_games.rounds import GERMAN
from tests.end_to_end.three_games.test_fox_and_hens_games import BOTH_MISSED, HENS_WIN
from tests.end_to_end.three_games.test_hounds_and_jackals_games import SHORT
from tests.repeats import cases

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


PENALTIES = ("foxes-choose", "moved-fox", "hens-win", "takeback")


@pytest_asyncio.fixture(loop_scope="module")
async def sechs(german_table: Table) -> AsyncIterator[list[Person]]:
    """Six people at the German table, all with German clients."""
    table = german_table
    for person in (table.anna, table.ben, table.sam):
        await person.speaks("de")
    others = [await table.newcomer(name, "de") for name in ("Clara", "David", "Emma", "Finn")]
    yield [table.anna, table.ben, *others]


@pytest.mark.usefixtures("sechs")
async def test_fox_and_hens(german_table: Table) -> None:
    table = german_table
    match = await face_off(table, "fox-and-hens", GERMAN, series="none")
    for move in HENS_WIN.split(","):
        await match.press(move)
    match.over(winners=[0])
    second = await follow_round(table, match.key, match.home, match.players, {}, GERMAN, after=match.number)
    assert second.t("series.game", number=2) in second.board.text
    panel = (await second.mover.press(second.board, "Ziehen")).message
    assert "Reklamieren" not in panel.buttons, "no fox has moved yet"
    refused = await second.mover.slash(second.home, "move", move="reklamieren")
    assert refused.text == GERMAN("fox-and-hens.illegal.claim-unjustified")
    question = (await second.mover.slash(second.home, "resign")).message
    await second.mover.press(question, GERMAN("button.confirm"))
    await table.sam.finds(second.home, lambda m: "🤝" in m.text or "🏆" in m.text, "the result")


@pytest.mark.usefixtures("sechs")
@pytest.mark.parametrize("both", cases(["foxes-choose"], PENALTIES))
async def test_every_penalty(german_table: Table, both: str) -> None:
    match = await face_off(german_table, "fox-and-hens", GERMAN, both_missed=both)
    for move in BOTH_MISSED:
        await match.type(move)
    await match.press("claim")
    if both == "foxes-choose":
        await match.press("remove c5")


@pytest.mark.usefixtures("sechs")
async def test_hounds_and_jackals(german_table: Table) -> None:
    match = await face_off(german_table, "hounds-and-jackals", GERMAN)
    for move in SHORT:
        await match.type(move)
    match.over(winners=[0])


async def test_catch_the_hat_with_a_golden_hat(
    german_table: Table, sechs: list[Person], bot: BotHere
) -> None:
    moves = shortest(bot, {"mode": "golden-hat"}, 2, hunt, tries=60)
    match = await gather(german_table, sechs[:2], GERMAN, mode="golden-hat")
    for move in moves:
        await match.type(move)
    match.over()
    await check_honest(match)


async def test_parties_and_leaving(german_table: Table, sechs: list[Person], bot: BotHere) -> None:
    foretell(bot, {1: 6, 4: 6})
    card = await lay_out(german_table, sechs[0], GERMAN, mode="party", opponent=sechs[1].id)
    for person, button, reason in (
        (sechs[2], "Partei 1 beitreten", "lobby-closed"),
        (sechs[2], "Verlassen", "not-joined"),
        (sechs[2], "Für alle öffnen", "not-the-host"),
        (sechs[0], "Verlassen", "host-cannot-leave"),
        (sechs[2], "Ablehnen", "not-your-challenge"),
    ):
        refused = await person.press(card, button)
        assert refused.text == GERMAN(f"refusal.{reason}")
    few = await sechs[0].press(card, "Starten")
    assert few.text == GERMAN("refusal.lobby-too-few", have=1, needed=4)
    joined = await sechs[1].press(card, "Partei 2 beitreten")
    assert f"{sechs[1].mention} (Partei 2)" in joined.text
    await sechs[0].press(card, "Zurückziehen")
    match = await gather(german_table, sechs, GERMAN, mode="total-party")
    await match.press(str(match.state.legal_moves()[0]))
    if "stop" in map(str, match.state.legal_moves()):
        await match.press("roll-again")
        await match.press(str(match.state.legal_moves()[0]))
    for seat in (4, 2, 0):
        await match.leave(seat)
    refused = await match.players[4].slash(match.home, "move", move="H4-R24")
    assert refused.text == GERMAN("refusal.you-left")
    assert (await match.players[1].slash(match.home, "dice verify")).text == GERMAN("refusal.dice-running")


@pytest.mark.usefixtures("sechs")
async def test_a_colour_nobody_plays(german_table: Table) -> None:
    refused = await german_table.anna.slash(
        german_table.channel, "challenge catch-the-hat", players="2", role="black"
    )
    assert refused.text == GERMAN("refusal.role-not-played", role="Schwarz", allowed="Rot, Grün")
