"""Composed messages: the theme of the server or reader, and the scoreboard around a board."""

from dataclasses import replace
from typing import Final

import pytest

from bot.chat.core.app_context import AppContext
from bot.chat.core.contributions.doors import BoardDoor
from bot.chat.core.custom_ids import is_mark
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage, Scene
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.composed import ComposedMessage
from bot.kernel.outbox.notices import LostTime, Notice
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from bot.model.event import DomainEvent
from bot.model.events.events import (
    BoardEvent,
    ChallengeMade,
    MatchEnded,
    MatchStarted,
    PlyPlayed,
    SeriesEnded,
)
from bot.model.match.match import Match
from bot.model.people.preferences import PingPlace
from rules.contract.series import TieBreak
from tests.bot.chat.composers import board_composer, card_composer
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.galleries import GALLERY

pytest_plugins = ("tests.bot.support.worlds",)

TEXTS = Texts.load()


def app_context(world: World) -> AppContext:
    return AppContext(world.services, world.outbox, world.games, Pictures(GALLERY), TEXTS, world.time)


async def compose(world: World, notice: Notice) -> ComposedMessage:
    app = app_context(world)
    if isinstance(notice.event, ChallengeMade):
        return await card_composer(app).card(notice.event, notice)
    assert isinstance(notice.event, BoardEvent)
    board = await board_composer(app).board(notice.event, notice)
    assert board is not None
    return board


async def compose_message(world: World, notice: Notice) -> PublicMessage:
    return (await compose(world, notice)).post.message


async def scene_of(world: World, kind: type[DomainEvent], reader: int | None = None) -> Scene:
    """Deliver all notices; return the scene of the newest one of a kind for a reader."""
    notices = [
        notice for notice in await world.deliver_all() if (notice.kind, notice.recipient) == (kind, reader)
    ]
    scene = (await compose_message(world, notices[-1])).scene
    assert isinstance(scene, Scene)
    return scene


async def test_boards_and_cards_use_the_server_s_theme(world: World) -> None:
    challenge = await world.challenge("conhex")
    assert (await scene_of(world, ChallengeMade)).view.theme == "light"
    await world.services.servers.set_server(world.by(ANNA), HALL.server or 0, theme="print")
    scene = (await card_composer(app_context(world)).public(challenge)).scene
    assert isinstance(scene, Scene)
    assert scene.view.theme == "print"
    await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert (await scene_of(world, MatchStarted)).view.theme == "print"


async def test_feature_doors_appear_below_boards(world: World) -> None:
    await world.match("conhex")
    app = app_context(world)
    app.slots.doors.boards.publish([BoardDoor(1, lambda number, _: layouts.button(f"Door {number}", "x:1"))])
    (start,) = [notice for notice in await world.deliver_all() if notice.kind is MatchStarted]
    assert isinstance(start.event, MatchStarted)
    board = await board_composer(app).board(start.event, start)
    assert board is not None
    assert [button.label for row in board.post.message.rows for button in row].count(
        f"Door {start.match}"
    ) == 1


async def test_an_unknown_theme_falls_back_to_light(world: World) -> None:
    await world.services.servers.set_server(world.by(ANNA), HALL.server or 0, theme="oil")
    await world.match("conhex")
    assert (await scene_of(world, MatchStarted)).view.theme == "light"


async def test_a_direct_board_uses_its_reader_s_theme(world: World) -> None:
    await world.services.servers.set_server(world.by(ANNA), HALL.server or 0, theme="print")
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.DIRECT, theme="dark")
    match = await world.match("conhex")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "a1")
    assert (await scene_of(world, PlyPlayed, BEN.id)).view.theme == "dark"


@pytest.mark.parametrize(("language", "heading", "side"), [("en", "Move 1", "red"), ("de", "Zug 1", "Rot")])
async def test_a_public_board_names_its_players_in_the_server_s_language(
    world: World, language: str, heading: str, side: str
) -> None:
    await world.services.servers.set_server(world.by(ANNA), HALL.server or 0, language=language)
    match = await world.match("conhex")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "a1")
    scoreboard = (await scene_of(world, PlyPlayed)).view.scoreboard
    assert scoreboard is not None
    assert [(player.name, player.points) for player in scoreboard.players] == [("Anna", ""), ("Ben", "")]
    assert (scoreboard.players[0].side, scoreboard.heading, scoreboard.result) == (side, heading, ())


async def test_scoreboards_show_the_result_and_the_series_score(world: World) -> None:
    await world.services.servers.set_server(world.by(ANNA), HALL.server or 0, language="en")
    choice = TieBreak.NONE
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("conhex", {}, "red", tie_break=choice), HALL, [BEN]
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    await world.services.turns.take_turn(world.by(ANNA), accepted.match, "a1")
    await world.services.resignations.resign(world.by(BEN), accepted.match)
    notices = await world.deliver_all()
    (end,) = [notice for notice in notices if notice.kind is MatchEnded and notice.recipient is None]
    last_scene = (await compose_message(world, end)).scene
    assert isinstance(last_scene, Scene)
    assert last_scene.view.over
    assert last_scene.view.scoreboard is not None
    assert last_scene.view.scoreboard.result == ("Anna wins", "Ben resigned.")
    assert [player.points for player in last_scene.view.scoreboard.players] == ["1", "0"]
    (_, second) = [notice for notice in notices if notice.kind is MatchStarted and notice.recipient is None]
    scene = (await compose_message(world, second)).scene
    assert isinstance(scene, Scene)
    assert scene.view.scoreboard is not None
    assert {player.name: player.points for player in scene.view.scoreboard.players} == {
        "Anna": "1",
        "Ben": "0",
    }


async def test_another_leaver_does_not_suppress_the_mover_s_ping(world: World) -> None:
    match, notice = await _table_of_four(world)
    assert match.turn is not None
    mover, _, other, _ = match.people[match.turn :] + match.people[: match.turn]
    assert await _calls_of(world, notice) == (mover,)
    await world.services.resignations.resign(world.by(_PEOPLE[other]), match.id)
    assert await _calls_of(world, notice) == (mover,)
    await _play_any(world, match)
    while (match := await world.services.matches.get(match.id)).mover != mover:
        await _play_any(world, match)
    assert await _calls_of(world, notice) == ()


async def test_a_leaver_s_board_does_not_ping_the_next_mover(
    world: World,
) -> None:
    match, notice = await _table_of_four(world)
    assert match.mover is not None
    await world.services.resignations.resign(world.by(_PEOPLE[match.mover]), match.id)
    current = await world.services.matches.get(match.id)
    assert current.mover not in {None, match.mover}
    assert await _calls_of(world, notice) == ()


async def test_a_board_lost_before_a_restore_pings_nobody(world: World) -> None:
    match = await world.match("conhex")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "a1")
    (ply_notice,) = [
        notice
        for notice in await world.deliver_all()
        if notice.kind is PlyPlayed and notice.recipient is None
    ]
    assert await _calls_of(world, ply_notice) == (BEN.id,)
    # The restore's own messages mention them.
    assert await _calls_of(world, replace(ply_notice, lost=LostTime(1, world.time()))) == ()


_PEOPLE: Final = {person.id: person for person in (ANNA, BEN, CARA, DORA)}


async def _table_of_four(world: World) -> tuple[Match, Notice]:
    """Start a game for four, play until the mover changes; return the match and the last ply's notice."""
    lobby = await world.services.invitations.challenge(
        world.by(ANNA), Terms("catch-the-hat", {}, players=4), HALL
    )
    for guest in (BEN, CARA, DORA):
        lobby = await world.services.lobbies.join(world.by(guest), lobby.id)
    assert lobby.match is not None
    await world.open(lobby.match)
    first = (await world.services.matches.get(lobby.match)).mover
    while (match := await world.services.matches.get(lobby.match)).mover == first:
        await _play_any(world, match)
    notices = [
        notice
        for notice in await world.deliver_all()
        if notice.kind is PlyPlayed and notice.recipient is None
    ]
    return match, notices[-1]


async def _play_any(world: World, match: Match) -> None:
    position = await world.services.matches.position(match.id)
    assert match.mover is not None
    await world.services.turns.take_turn(
        world.by(_PEOPLE[match.mover]), match.id, position.state.legal_moves()[0].text
    )


async def _calls_of(world: World, notice: Notice) -> tuple[int, ...]:
    return (await compose(world, notice)).post.called


async def test_a_series_end_message_carries_its_mark(world: World) -> None:
    terms = Terms("hnefatafl", {"board": "tablut-9"}, "attackers", tie_break=TieBreak.NONE)
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [BEN])
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    for match in (accepted.match, accepted.match + 1):
        await world.services.resignations.resign(world.by(BEN), match)
    (notice,) = [notice for notice in await world.deliver_all() if isinstance(notice.event, SeriesEnded)]
    assert isinstance(notice.event, SeriesEnded)
    composed = await board_composer(app_context(world)).series(notice.event, notice)
    post = composed.post
    marks = [custom_id for custom_id in post.message.custom_ids() if is_mark(custom_id, post.mark, 0)]
    assert marks == ["fp:rules:hnefatafl:2"]
    assert composed.match is not None
    assert composed.match.id == 2, "it is posted where the last game was played"
    assert post.message.headline.startswith("Tablut · ")
