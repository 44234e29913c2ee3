"""More than one game at once: lists, the option that names one, and too many games."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.model.agenda import Limits
from playground.server import Playground
from render import Gallery
from tests import pocket
from tests.end_to_end.bots import BotHere, bot_here
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Match, Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    playground: Playground, gallery: Gallery, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotHere]:
    """A bot that allows little."""
    limits = Limits(games_per_person=3, challenges_per_person=2, games_per_channel=4)
    database = tmp_path_factory.mktemp("bot") / "f.db"
    async with bot_here(playground, database, gallery=gallery, limits=limits) as running:
        yield running


async def two(table: Table) -> tuple[Match, Match]:
    """Begin two games between the same people: in both it is Anna's turn."""
    return (
        await table.begin("conhex", swap="off"),
        await table.begin("hnefatafl", board="brandubh-7"),
    )


async def test_games_lists_what_waits_first(table: Table) -> None:
    first, second = await two(table)
    await table.challenge("conhex")
    await first.play("a1")
    listed = (await table.anna.slash(table.channel, "games")).message
    assert listed.is_private
    yours, waiting, challenges = map(listed.text.index, ("### Your turn", "### Waiting", "### Challenges"))
    assert yours < listed.text.index(f"**#{second.number}** Brandubh") < waiting
    assert waiting < listed.text.index(f"**#{first.number}** ConHex") < challenges
    assert f"you challenged {table.ben.mention}" in listed.text
    assert f"<#{first.home}>" in listed.text
    games, challenge = listed.menus
    assert [option["value"] for option in games["options"]] == [str(second.number), str(first.number)]
    assert len(challenge["options"]) == 1
    page = await table.anna.choose(listed, str(second.number))
    assert f"Brandubh · #{second.number}" in page.text
    assert "Move" in page.message.buttons
    nobody = await table.sam.slash(table.channel, "games")
    assert nobody.text.startswith("**You have no running games and no open challenges.**")


async def test_the_option_completes_itself(table: Table) -> None:
    first, second = await two(table)
    await first.play("a1")
    suggestions = await table.anna.complete(table.channel, "move", "game", "")
    names = {choice["value"]: choice["name"] for choice in suggestions}
    assert names == {
        str(second.number): f"#{second.number} Brandubh \N{EN DASH} Ben \N{EN DASH} your turn",
        str(first.number): f"#{first.number} ConHex \N{EN DASH} Ben \N{EN DASH} Ben to move",
    }
    for typed in ("conhex", f"#{first.number}", "ConH"):
        suggestions = await table.anna.complete(table.channel, "board", "game", typed)
        assert [choice["value"] for choice in suggestions] == [str(first.number)]
    assert await table.sam.complete(table.channel, "resign", "game", "") == []


async def test_moves_complete_for_the_game_named(table: Table) -> None:
    first, second = await two(table)
    assert await table.anna.complete(table.channel, "move", "move", "") == []
    suggestions = await table.anna.complete(table.channel, "move", "move", "d1", game=str(second.number))
    assert {choice["value"] for choice in suggestions} == {"d1-b1", "d1-c1", "d1-e1", "d1-f1"}
    suggestions = await table.anna.complete(first.home, "move", "move", "f6")
    assert [choice["value"] for choice in suggestions] == ["f6"]


async def test_too_many_challenges(table: Table) -> None:
    for _ in range(2):
        await table.challenge("conhex")
    refused = await table.anna.slash(table.channel, "challenge conhex")
    assert refused.message.is_private
    assert "You already have 2 open challenges." in refused.text


async def test_too_many_games(table: Table) -> None:
    await two(table)
    await table.begin("conhex")
    refused = await table.anna.slash(table.channel, "challenge conhex")
    assert "too many games for you: 3" in refused.text
    dora = await table.newcomer("Dora")
    eve = await table.newcomer("Eve")
    card = await table.challenge("conhex", by=dora, to=table.ben)
    refused = await table.ben.press(card, "Accept")
    assert refused.message.is_private
    assert "too many games for you: 3" in refused.text
    await dora.press(card, "Withdraw")
    await table.begin("conhex", by=dora, to=eve)
    refused = await eve.slash(table.channel, "challenge conhex", opponent=dora.id)
    assert "4 games are already running in this channel" in refused.text


async def test_moves_are_tried_out_and_nothing_is_played(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    newest = match.start
    board_count = len(await match.boards())
    board = (await table.ben.press(newest, "Board")).message
    page = (await table.ben.press(board, "Explore")).message
    assert page.is_private
    assert ": exploring" in page.text
    for label in ("d7", "b7", "d5", "c5"):
        page = (await table.ben.press(page, label)).message
    assert {"Back", "Start over", "Stop exploring"} <= set(page.buttons)
    before = page.pictures
    page = (await table.ben.press(page, "Back")).message
    assert page.pictures != before
    page = (await table.ben.press(page, "Stop exploring")).message
    assert page.text == board.text
    assert len(await match.boards()) == board_count
    by_command = (await table.anna.slash(match.home, "explore")).message
    assert ": exploring" in by_command.text
    malformed = f"fp:explore:{match.number}:0:~~"
    stranger = await table.anna.forge(by_command.holding(malformed), malformed)
    assert "exploring" not in stranger.text
    real = next(iter(by_command.buttons.values()))
    assert ": exploring" in (await table.anna.forge(by_command, real)).text


async def test_a_challenge_forbids_trying_moves_out_before_the_end(table: Table) -> None:
    card = await table.challenge("conhex", role="red")
    assert "exploring" not in card.text
    panel = (await table.anna.press((await table.anna.press(card, "Change")).message, "More rules")).message
    changed = (await table.anna.choose(panel, "no", "Exploring")).message
    await table.anna.press(changed, "Save changes")
    without = await table.sam.finds(
        table.channel, lambda m: m.id == card.id and "🚫 No exploring" in m.text, "the new terms"
    )
    await table.ben.press(without, "Accept")
    match = await table.wait_for_match(without, (table.anna, table.ben))
    assert "🚫 No exploring" in match.start.text
    refused = await table.ben.slash(match.home, "explore")
    assert refused.text.startswith("In this game, moves can be tried out only after its end")
    board = (await table.ben.press(match.start, "Board")).message
    assert "Explore" not in board.buttons
    assert not any("Back" in label for label in board.buttons), "there is no move yet"
    await table.anna.press((await table.anna.slash(match.home, "resign")).message, "Confirm")
    await table.sam.finds(match.home, lambda m: "Rematch" in m.buttons, "the end")
    assert ": exploring" in (await table.ben.slash(match.home, "explore")).text


async def test_a_server_chooses_whether_challenges_allow_trying_moves_out(table: Table) -> None:
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    answer = await owner.slash(table.channel, "server exploring", on=False)
    assert "only after the end" in answer.text
    card = await table.card(table.anna, "conhex")
    assert "🚫 No exploring" in card.text
    assert "no exploring" in (await table.sam.slash(table.channel, "open")).text
    await owner.slash(table.channel, "server exploring", on=True)
    assert "🚫 No exploring" not in (await table.challenge("conhex")).text
    assert (
        "moves may be tried out only after the end" in (await owner.slash(table.channel, "server audit")).text
    )
