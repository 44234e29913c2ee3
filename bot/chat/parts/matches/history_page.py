"""A match step by step: any earlier position as a person sees it, and navigation."""

from discord import ButtonStyle

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Pictures
from bot.chat.core.walked_game import NOTHING_TRIED, PLAYED, WalkedGame
from bot.chat.core.words import phrases, results, scoreboards
from bot.locale import Language
from bot.model.match.history import Direction, HistoryStep
from bot.model.match.match import Match
from render import View

_WAYS = (Direction.FIRST, Direction.BACK, Direction.FORWARD, Direction.LAST)

IN_WORDS = "words"
"""The mark of a step shown without a picture."""


async def history_page(
    pictures: Pictures,
    step: HistoryStep,
    person: int,
    t: Language,
    *,
    in_words: bool = False,
    walked: WalkedGame = PLAYED,
) -> layouts.Page:
    """Return the page of one step: its moves in words, the board after it, and navigation."""
    position = step.position
    match, state, game = position.match, position.state, position.state.game
    title = walked.title(match, t)
    place = _place(step, t)
    accounts = phrases.ply_sentences(match, game, step.played, t)
    outcome = position.outcome if step.is_last else None
    if outcome is not None:
        accounts.append(results.result(match, game, outcome, t))
    stopped = phrases.stop_reason(position, t)
    if stopped:
        accounts.append(stopped)
    trail = next((ply.move.path for ply in reversed(step.played) if ply.move and ply.move.path), ())
    around = scoreboards.scoreboard(position, step.ply, t, outcome)
    view = View(seat=match.seat_of(person), trail=trail, over=outcome is not None, scoreboard=around)
    text = "\n".join((f"{title}\n{place}", *accounts))
    row = step_row(match, step.ply, t, in_words=in_words, is_last=step.is_last, walked=walked)
    if in_words:
        words = scoreboards.escape_names(pictures.words(state, t, pictures.view_for(view)))
        return layouts.page(layouts.text(f"{text}\n{words}"), *row), []
    picture = await pictures.picture(state, t, view)
    explore = explore_buttons(match, step.ply, t, walked)
    above = [layouts.buttons(*explore)] if explore else []
    return layouts.page(layouts.text(text), *layouts.picture_blocks(match.key, picture, t), *above, *row), [
        picture
    ]


def _place(step: HistoryStep, t: Language) -> str:
    """Return a step's position in the match: in rounds if there are dice, else in moves."""
    if not step.ply:
        return t("history.start")
    if step.position.round is not None:
        return t("scoreboard.round", number=step.position.round)
    return t("history.step", number=step.ply, count=step.position.match.plies)


def step_row(
    match: Match,
    ply: int,
    t: Language,
    *,
    is_last: bool,
    in_words: bool = False,
    walked: WalkedGame = PLAYED,
) -> list[layouts.Block]:
    """Return the navigation row of the step that ends with `ply`; none if there are no other steps."""
    if ply == 0 and is_last:
        return []
    buttons = []
    for direction in _WAYS:
        after = (IN_WORDS,) if in_words else ()
        custom_id = custom_ids.write(walked.step, match.id, ply, direction.value, *after)
        button = layouts.button(t(f"history.{direction.value}"), custom_id, ButtonStyle.secondary)
        behind = direction in {Direction.FIRST, Direction.BACK}
        at_end = ply == 0 if behind else is_last
        buttons.append(layouts.disable(button, t) if at_end else button)
    return [layouts.buttons(*buttons)]


def explore_buttons(
    match: Match, ply: int, t: Language, walked: WalkedGame = PLAYED
) -> tuple[layouts.Button, ...]:
    """Return the button that explores the position after a ply, if exploring is allowed."""
    if not match.is_explorable:
        return ()
    token = position_token.of(ply, match.taken_back)
    custom_id = custom_ids.write(walked.explore, match.id, token, NOTHING_TRIED)
    return (layouts.button(t("button.explore"), custom_id),)


def read_direction(press: custom_ids.Press) -> tuple[Direction, bool]:
    """Return the direction of a press, and whether the page is in words only. Raises MalformedId."""
    way, _, rest = press.after(2).partition(":")
    try:
        return Direction(way), rest == IN_WORDS
    except ValueError:
        raise custom_ids.MalformedId(press.rest) from None
