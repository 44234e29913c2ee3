"""The private page with a match's board from the person's own side."""

from collections.abc import Sequence
from dataclasses import replace

from discord import ButtonStyle

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases, results, scoreboards, time_text
from bot.chat.core.words.game_names import game_name
from bot.chat.parts.matches.history_page import explore_buttons, step_row
from bot.chat.parts.matches.match_buttons import time_row
from bot.locale import Language
from bot.model.match.match import MatchPosition
from render import View
from rules.contract import Game, Outcome


async def board_page(
    pictures: Pictures,
    position: MatchPosition,
    person: int,
    t: Language,
    *,
    in_words: bool = False,
    onward: bool = False,
    doors: Sequence[layouts.Button] = (),
) -> layouts.Page:
    """Return a match's board as the person sees it, as a picture or in words only.

    `onward` adds a button to their next game; `doors` are the buttons of other features.
    """
    match, state = position.match, position.state
    game = position.state.game
    seat = match.seat_of(person)
    title = t("game.title", game=game_name(match, t), number=match.id)
    outcome = position.outcome
    status = _status(game, position, outcome, person, t, in_words=in_words)
    scoreboard = scoreboards.scoreboard(position, match.plies, t, outcome)
    view = View(
        seat=seat,
        trail=await pictures.trail(position),
        trails=await pictures.trails(position, seat),
        over=outcome is not None,
        scoreboard=scoreboard,
    )
    if in_words:
        # The deadline is below, where Discord shows it in the reader's own time.
        view = pictures.view_for(replace(view, scoreboard=replace(scoreboard, deadline="")))
        words = scoreboards.escape_names(pictures.words(state, t, view))
        text = "\n".join(part for part in (title, words, status) if part)
        steps = step_row(match, match.plies, t, is_last=True, in_words=True)
        return layouts.page(layouts.text(text), *steps), []
    picture = await pictures.picture(state, t, view)
    blocks = [layouts.text(title), *layouts.picture_blocks(match.key, picture, t), layouts.text(status)]
    row = [layouts.button(t("button.more"), custom_ids.write("more", match.id))]
    if outcome is None and match.mover == person and position.stop is None:
        row.insert(
            0,
            layouts.button(
                t("button.move"),
                custom_ids.write("move", match.id, position_token.mark(match)),
                ButtonStyle.primary,
                phrases.piece_icon(state, t),
            ),
        )
    row += (*explore_buttons(match, match.plies, t), *doors)
    if onward:
        row.append(layouts.button(t("button.next"), custom_ids.write("next", match.id)))
    steps = step_row(match, match.plies, t, is_last=True)
    return layouts.page(*blocks, layouts.buttons(*row), *steps, *time_row(match, person, t)), [picture]


def _status(
    game: Game, position: MatchPosition, outcome: Outcome | None, person: int, t: Language, *, in_words: bool
) -> str:
    """Return the text below a board; turn and winner are in its headline."""
    match, state = position.match, position.state
    stop_reason = phrases.stop_reason(position, t)
    if outcome is not None:
        # Only the words about the last position may name the winner.
        result = "" if in_words and not stop_reason else results.result(match, game, outcome, t)
        return "\n".join(part for part in (result, stop_reason) if part)
    if stop_reason:
        return "\n".join(
            part for part in (stop_reason, layouts.small(time_text.standing(position, t))) if part
        )
    if match.turn is None:
        return "\n".join((*phrases.teams(match, game, state, t), t("game.dice-awaited")))
    turn_line = "" if in_words else phrases.next_up(match, game, state, t, called=match.mover == person)
    parts = (*phrases.teams(match, game, state, t), turn_line, layouts.small(time_text.standing(position, t)))
    return "\n".join(part for part in parts if part)
