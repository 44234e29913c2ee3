"""Private pages about recorded games: files and replays."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.files import Animation, Document
from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.messages.public_message import classic_view
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases
from bot.chat.core.words.game_names import game_name
from bot.chat.parts.matches.match_buttons import export_row
from bot.features.records.domain.codec import write_moves, write_record
from bot.features.records.domain.record import Record
from bot.features.records.domain.replaying import ReplayedState, follow, game_of
from bot.features.records.pages import record_text
from bot.locale import Language
from bot.model.match.match import Match
from render import ANIMATION_WIDTH, Frame, View, plies_shown
from rules.contract import Game

_MAX_TEXT_LENGTH = 1000


def export_page(match: Match, record: Record, t: Language) -> layouts.PageWithFiles:
    """Return the page with a match's files: its record, and its list of moves."""
    files = (
        Document(write_record(record), f"fernpartie-{match.id}.json"),
        Document(write_moves(record), f"fernpartie-{match.id}-moves.txt"),
    )
    lines = [
        t("game.title", game=game_name(match, t), number=match.id),
        t("record.files"),
        t("record.list"),
        f"-# {t('record.unfinished')}" if record.result is None else "",
    ]
    blocks = [layouts.text("\n".join(line for line in lines if line)), *map(layouts.document, files)]
    return layouts.page(*blocks), list(files)


async def replay_page(
    pictures: Pictures, games: Mapping[str, Game], match: Match, record: Record, person: int, t: Language
) -> layouts.PageWithFiles:
    """Return the animation of a match for one person, with a button to post it."""
    replay = await draw_replay(pictures, games, record, t, match.seat_of(person))
    title = t("game.title", game=game_name(match, t), number=match.id)
    post = layouts.button(
        t("button.replay-post"), custom_ids.write("replay-post", match.id), ButtonStyle.primary
    )
    export = export_row(match, person, t)
    row = layouts.buttons(post, *export)
    block = layouts.text(f"{title}\n{replay.caption}")
    return layouts.page(block, layouts.animation(replay.shown.words), row), [replay.shown]


async def public_replay(
    pictures: Pictures,
    games: Mapping[str, Game],
    match: Match,
    record: Record,
    t: Language,
    *,
    board: bool = True,
) -> tuple[str, ui.View, list[Animation]]:
    """Return the public message with the animation of a match: its text, buttons and file.

    `board` adds a button that shows the board, which is hidden from people in other servers and, for practice
    games, from everybody else.
    """
    replay = await draw_replay(pictures, games, record, t)
    title = t("replay.title", game=game_name(match, t), number=match.id)
    leads = layouts.button(t("button.board"), custom_ids.write("board", match.id))
    return f"{title}\n{replay.caption}", classic_view(((leads,),) if board else ()), [replay.shown]


@dataclass(frozen=True, slots=True)
class Replay:
    """The animation of a record; the caption tells its players, its ending and the number of plies shown."""

    shown: Animation
    caption: str


async def draw_replay(
    pictures: Pictures, games: Mapping[str, Game], record: Record, t: Language, seat: int | None = None
) -> Replay:
    """Draw the animation of a record, from the side of a seat or from a neutral one."""
    followed = await asyncio.to_thread(follow, record, game_of(record, games))
    plies = len(record.plies)
    reached = [followed.states[number] for number in plies_shown([step.state for step in followed.states])]
    frames = [Frame(step.state, _view(pictures, record, step, t, seat)) for step in reached]
    gif = await pictures.animation(frames)
    worded = replace(frames[-1].view, scoreboard=record_text.scoreboard(record, reached[-1].number, t))
    text = t("replay.words", last=pictures.words(frames[-1].state, t, worded))
    lines = (
        record_text.players(record, t),
        record_text.ending(record, t),
        "" if followed.stop is None else phrases.stop_text(followed.stop, plies, t),
        f"-# {t('replay.thinned', shown=len(reached), plies=len(followed.states))}"
        if len(reached) < len(followed.states)
        else "",
    )
    caption = "\n".join(line for line in lines if line)
    return Replay(Animation(gif, shorten(text, _MAX_TEXT_LENGTH)), caption)


def _view(pictures: Pictures, record: Record, reached: ReplayedState, t: Language, seat: int | None) -> View:
    """Return the view of a position of a record; the last one is drawn as a finished game.

    The heading is the ply in digits, which fit into every frame. Until there is a result, the scoreboard
    shows the move instead, and before the first move the game and the players.
    """
    progress = f"{reached.number}/{len(record.plies)}"
    around = replace(record_text.scoreboard(record, reached.number, t), heading=progress)
    if not around.result:
        text = record_text.ply(record, reached, t) if reached.number else record_text.caption(record, t)
        around = replace(around, result=text)
    return pictures.view_for(
        View(
            seat=seat,
            width=ANIMATION_WIDTH,
            trail=reached.trail,
            over=record.result is not None and reached.number == len(record.plies),
            scoreboard=around,
        )
    )
