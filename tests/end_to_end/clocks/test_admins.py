"""`/server`: what admins decide, and that nobody else can."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from PIL import Image

from render import Gallery, View
from rules import GAMES
from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table, picture_of

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

NOT_ADMIN = "Only people who manage this server can do that."


@pytest_asyncio.fixture(loop_scope="module")
async def owner(table: Table) -> AsyncIterator[Person]:
    """A manager of the server; their decisions end with the test."""
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    yield owner
    for what in ("channels", "games"):
        page = (await owner.slash(table.channel, f"server {what}")).message
        await owner.client.choose(page.raw, f"fp:server-{what}")
    await owner.slash(table.channel, "server clock", clock="none")
    await owner.slash(table.channel, "server threads", on=True)
    await owner.slash(table.channel, "server theme", theme="light")


@pytest.mark.assumes("member-permissions", "default-member-permissions")
async def test_only_admins(table: Table) -> None:
    for command, options in (
        ("channels", {}),
        ("games", {}),
        ("clock", {"clock": "3d"}),
        ("threads", {"on": False}),
        ("theme", {"theme": "dark"}),
        ("players", {}),
        ("results", {}),
        ("overview", {"on": True}),
        ("end", {"game": "1", "reason": "x"}),
        ("audit", {}),
    ):
        answer = await table.anna.slash(table.channel, f"server {command}", **options)
        assert answer.message.is_private
        assert answer.text == NOT_ADMIN, command


async def test_channels(table: Table, owner: Person) -> None:
    other = await table.control.add_channel(table.server, "other")
    page = (await owner.slash(table.channel, "server channels")).message
    assert page.is_private
    assert page.text.startswith("### Channels for new games\nall\n### Forum for the games\nNone: ")
    answer = await owner.client.choose(page.raw, "fp:server-channels", other, kind=8)
    assert f"<#{other}>" in str(answer["message"])
    refused = await table.anna.slash(table.channel, "challenge conhex", opponent=table.ben.id)
    assert refused.text == f"Games cannot be started in this channel. Challenge here instead: <#{other}>."
    reply = await table.anna.slash(other, "challenge conhex", opponent=table.ben.id)
    assert "You have challenged" in reply.text


async def test_public_boards_have_the_theme_of_the_server_and_name_who_plays(
    table: Table, owner: Person
) -> None:
    page = await owner.slash(table.channel, "server theme", theme="print")
    assert "use the theme Print" in page.text
    match = await table.begin("conhex", swap="off", clock="3d")
    board = await match.play("a1")
    picture = await picture_of(table.line, board)
    game = GAMES["conhex"]
    first = game.new({"swap": "off"})
    bare, light = (
        Gallery().paint(first.play(first.parse("a1")), View(theme=theme)) for theme in ("print", "light")
    )
    assert picture.height > bare.height, "with the lines of the players"
    assert commonest(picture) == commonest(bare) != commonest(light)
    ((_, words),) = board.pictures
    assert words.startswith("Players: Anna (red), Ben (blue). Move 1. Ben is to move. Move by ")
    own = await table.ben.slash(match.home, "board")
    assert commonest(await picture_of(table.line, own.message)) == commonest(light), "each in their own"
    in_words = await table.ben.slash(match.home, "board", text=True)
    assert "Anna (red), Ben (blue). Move 1. Ben is to move. ConHex." in in_words.text
    assert "⏳ Move by <t:" in in_words.text


def commonest(picture: Image.Image) -> object:
    """Return the colour most of a picture has."""
    image = picture.convert("RGB")
    return max(image.getcolors(image.width * image.height) or ())[1]


async def test_the_clock_of_challenges_that_name_none(table: Table, owner: Person) -> None:
    answer = await owner.slash(table.channel, "server clock", clock="5d soft")
    assert answer.text == (
        "Challenges that name no clock get this one: 5 days per move; "
        "running out of time loses if the opponent claims it."
    )
    suggestions = await table.anna.complete(table.channel, "challenge conhex", "clock", "")
    assert suggestions[0]["value"] == "5d soft"
    assert "⏳ 5 days per move" in (await table.challenge("conhex", clock=None)).text
    assert "⏳" not in (await table.challenge("conhex", clock="none")).text
    wrong = await owner.slash(table.channel, "server clock", clock="soon")
    assert wrong.text.startswith("“soon” is not a clock I understand.")


async def test_without_threads(table: Table, owner: Person) -> None:
    answer = await owner.slash(table.channel, "server threads", on=False)
    assert answer.text == "From now on games are played in the channel itself."
    card = await table.challenge("conhex", role="red", swap="off")
    await table.ben.press(card, "Accept")
    match = await table.wait_for_match(card, (table.anna, table.ben), home=table.channel)
    assert match.home == table.channel


async def test_a_game_is_decided(table: Table, owner: Person) -> None:
    match = await table.begin("conhex", swap="off")
    suggestions = await owner.complete(match.home, "server end", "game", str(match.number))
    assert str(match.number) in [choice["value"] for choice in suggestions]
    assert await table.anna.complete(match.home, "server end", "game", "") == []
    nobody = await owner.slash(
        table.channel, "server end", game=str(match.number), winner=table.sam.id, reason="x"
    )
    assert nobody.text == "Only someone who plays in this game can win it."
    confirmation = await owner.slash(
        table.channel,
        "server end",
        game=str(match.number),
        winner=table.ben.id,
        reason="Anna has **left** @everyone",
    )
    assert confirmation.message.is_private
    assert confirmation.text == f"Game #{match.number} has ended; its players are notified."
    ending = await table.sam.finds(match.home, lambda m: "ended by an admin" in m.headline, "the end")
    assert "🏁 ended by an admin: Ben wins" in ending.text
    assert "Reason: Anna has \\*\\*left\\*\\* @\u200beveryone" in ending.text
    assert "Move" not in ending.buttons
    again = await owner.slash(table.channel, "server end", game=str(match.number), reason="again")
    assert again.text == "This game is over."
    listed = (await owner.slash(table.channel, "server audit")).message
    assert listed.is_private
    assert (
        f"<@{pocket.BEN}> · game decided #{match.number} · {table.ben.mention} wins · Anna has" in listed.text
    )


async def test_a_game_is_drawn(table: Table, owner: Person) -> None:
    match = await table.begin("conhex", swap="off")
    number = str(match.number)
    both = await owner.slash(
        table.channel, "server end", game=number, winner=table.ben.id, draw=True, reason="even"
    )
    assert both.text == "A game has a winner or is a draw, not both."
    await owner.slash(table.channel, "server end", game=number, draw=True, reason="even")
    ending = await table.sam.finds(match.home, lambda m: "ended by an admin" in m.headline, "the end")
    assert ending.headline.endswith("🤝 ended by an admin: a draw")
    assert "Reason: even" in ending.text
    listed = (await owner.slash(table.channel, "server audit")).message
    assert f"game decided #{number} · a draw · even" in listed.text


async def test_a_game_is_annulled(table: Table, owner: Person) -> None:
    match = await table.begin("conhex", swap="off")
    await owner.slash(table.channel, "server end", game=f"#{match.number}", reason="By mistake")
    ending = await table.sam.finds(match.home, lambda m: "ended by an admin" in m.headline, "the end")
    assert "🚫 ended by an admin: no result" in ending.text
    assert "Reason: By mistake" in ending.text


@pytest.mark.parametrize("game", ["x", "9" * 30])
async def test_games_that_cannot_be_ended(table: Table, owner: Person, game: str) -> None:
    answer = await owner.slash(table.channel, "server end", game=game, reason="x")
    assert answer.message.is_private
    assert answer.text.startswith("There is no")


async def test_a_game_of_another_server(table: Table, german_table: Table) -> None:
    match = await table.begin("conhex", swap="off")
    stranger = Person(pocket.Person(table.line, pocket.ANNA), "Anna")
    await stranger.speaks("en-US")
    answer = await stranger.slash(german_table.channel, "server end", game=str(match.number), reason="x")
    assert answer.text.startswith("There is no game")
    assert (await match.play("f6")).pictures


async def test_in_german(german_table: Table) -> None:
    owner = Person(pocket.Person(german_table.line, pocket.ANNA), "Anna")
    await owner.speaks("de")
    page = await owner.slash(german_table.channel, "server games")
    assert page.text == "### Spiele, die gespielt werden dürfen\nalle"
    audit = await owner.slash(german_table.channel, "server audit")
    assert audit.text.startswith("### Was Admins getan haben")
