"""The page of a line of moves that are tried out, for both sides and with dice at will."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from discord import ButtonStyle

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Pictures
from bot.chat.core.walked_game import NOTHING_TRIED, PLAYED, WalkedGame
from bot.chat.core.words import phrases, results, scoreboards
from bot.chat.core.words.move_labels import NO_CAPTION
from bot.chat.parts.moves import explored_line, guide_page
from bot.chat.parts.moves.board_order import BoardOrder
from bot.chat.parts.moves.choices import choice_blocks
from bot.chat.parts.moves.explored_line import Explored, LineTooLong
from bot.chat.parts.moves.happened import happened_blocks
from bot.chat.parts.moves.line_offer import NamedWay, line_offer
from bot.chat.parts.moves.move_picker import PickerStep
from bot.chat.parts.moves.move_tree import WayOn
from bot.chat.parts.moves.step_marks import marked_picture, step_marks
from bot.locale import Language
from bot.model.match.history import Direction
from bot.model.match.match import Match, MatchPosition, PlayedPly
from render import View
from rules.contract import Move, State
from rules.contract.capabilities import calls_of

_TOLD = 8
"""So many of the last plies are told."""

_WITH_CALLS = "+"
"""Stands before a line that can have calls among its plies."""


@dataclass(frozen=True, slots=True)
class TriedLine:
    """The plies of a line, the state after them, and the `text` that describes the line.

    `chooses` says whether a move is being chosen piece by piece.
    """

    plies: Sequence[Move]
    state: State
    text: str
    chooses: bool


class LineExtras(Protocol):
    """A feature's additions to the page of a line."""

    async def remarks(self, line: TriedLine) -> Sequence[str]:
        """Return sentences about the position that a line leads to."""

    def buttons(self, line: TriedLine) -> Sequence[layouts.Button]:
        """Return buttons for the foot of the page."""


class _NoExtras:
    async def remarks(self, _: TriedLine) -> Sequence[str]:
        return ()

    def buttons(self, _: TriedLine) -> Sequence[layouts.Button]:
        return ()


NO_EXTRAS: Final[LineExtras] = _NoExtras()


async def line_page(
    pictures: Pictures,
    start: MatchPosition,
    ply: int,
    text: str,
    person: int,
    t: Language,
    walked: WalkedGame = PLAYED,
    extras: LineExtras = NO_EXTRAS,
) -> layouts.Page:
    """Return the page of a line that is tried from the position after a ply of a match.

    Raises MalformedId for a text that describes no line there.
    """
    match = start.match
    calls, text = _calls(match, text)
    read = explored_line.read_line(start.state, text, calls=calls)
    found, step, ways = explored_line.taken(read, calls=calls)
    remark = ""
    try:
        line = explored_line.write_line(start.state, found.plies, calls=calls)
    except LineTooLong:
        found, ways, remark = read, (), t("explore.full")
        line = explored_line.write_line(start.state, found.plies, calls=calls)
    status, asks = _status(match, found, ways, step, t), bool(ways) and found.state.outcome is None
    # A question can stand above the picture; how a line has ended is what has just happened.
    told = [*_told(match, start.state, found.plies, t), "" if asks else status, remark]
    shown_line = TriedLine(found.plies, found.state, _calling(line, calls=calls), not step.is_first)
    told += await extras.remarks(shown_line)
    over = found.state.outcome is not None
    seat = match.seat_of(person)
    tried = replace(start, match=_as_tried(match), state=found.state)
    around = scoreboards.scoreboard(tried, ply + len(found.plies), t)
    trail = next((ply.path for ply in reversed(found.plies) if ply.path), ()) if step.is_first else ()
    view = View(seat=seat, trail=trail, over=over, scoreboard=around)
    begun = () if found.state.is_chance else tuple(move for way in ways for move in way.moves)
    drawn = await marked_picture(pictures, found.state, t, view, step_marks(found.state, begun, step))
    foot, back = list[layouts.Button](), None
    if found.plies or found.chooses:
        before = found.plies if found.chooses else found.plies[:-1]
        text = explored_line.write_line(start.state, before, calls=calls)
        picked = explored_line.picks_text(found)[:-1]
        back = layouts.button(t("button.back"), _at(walked, match, ply, f"{text}.{picked}", calls=calls))
    if len(found.plies) > 1:
        foot.append(layouts.button(t("explore.again"), _at(walked, match, ply, NOTHING_TRIED, calls=False)))
    foot += extras.buttons(shown_line)
    leave = custom_ids.write(walked.step, match.id, ply, Direction.HERE.value)
    foot.append(layouts.button(t("explore.leave"), leave, ButtonStyle.primary))
    happened = happened_blocks(told, back)
    said = [t("explore.title", game=walked.title(match, t)), t("explore.private"), *happened.earlier]
    offer = line_offer(
        found,
        line,
        step,
        ways,
        BoardOrder.of(pictures.layout(found.state, view)),
        lambda shown: _named(match, found.state, shown, step, t),
        lambda text: _at(walked, match, ply, text, calls=calls),
        calls=calls,
    )
    shown = [*layouts.pictured(match.key, drawn, t), *happened.blocks]
    below = layouts.buttons(*happened.loose, *foot)
    choices = choice_blocks(replace(offer, is_tight=True), [*shown, below], drawn.ratio, t)
    top = layouts.text("\n".join([*said, *([status] if asks else [])]))
    return layouts.page(top, *shown, *choices, below), [drawn]


def _calls(match: Match, text: str) -> tuple[bool, str]:
    """Return whether calls can be among the plies of a line, and the line alone. Raises MalformedId.

    In a match that goes on, a call would tell what its player has to find out. A line begun then is read
    without calls when the match is over, too, as else it would be another one.
    """
    over = match.outcome is not None
    if text == NOTHING_TRIED:
        return over, text
    calls = text.startswith(_WITH_CALLS)
    if calls and not over:
        raise custom_ids.MalformedId(text)
    return calls, text.removeprefix(_WITH_CALLS)


def _at(walked: WalkedGame, match: Match, ply: int, text: str, *, calls: bool) -> str:
    token = position_token.of(ply, match.taken_back)
    return custom_ids.write(walked.explore, match.id, token, _calling(text, calls=calls))


def _calling(text: str, *, calls: bool) -> str:
    return f"{_WITH_CALLS}{text}" if calls else text


def line_of(start: MatchPosition, text: str) -> tuple[Move, ...]:
    """Return the plies of the line that a text describes. Raises MalformedId."""
    calls, text = _calls(start.match, text)
    return explored_line.read_line(start.state, text, calls=calls).plies


def line_text(start: MatchPosition, moves: Sequence[str]) -> str:
    """Return the text that describes a line. Raises MalformedId for one that cannot be played."""
    state, plies, calls = start.state, list[Move](), False
    for one in moves:
        ply = next((ply for ply in explored_line.following(state, calls=True) if str(ply) == one), None)
        if ply is None:
            raise custom_ids.MalformedId(one)
        calls = calls or (not state.is_chance and ply.action in calls_of(state))
        plies.append(ply)
        state = state.play(ply)
    return _calling(explored_line.write_line(start.state, plies, calls=calls), calls=calls)


def _told(match: Match, state: State, plies: Sequence[Move], t: Language) -> list[str]:
    """Return the last plies of a line in words."""
    played = []
    for number, ply in enumerate(plies, start=1):
        seat = None if state.is_chance else state.turn
        state = state.play(ply)
        played.append(PlayedPly(number, seat, ply, str(ply), state))
    told = phrases.told(match, state.game, played[-_TOLD:], t)
    return ["…", *told] if len(played) > _TOLD else told


def _status(match: Match, found: Explored, ways: Sequence[WayOn], step: PickerStep, t: Language) -> str:
    """Return what is asked, or how the line has ended."""
    state, game = found.state, found.state.game
    if state.outcome is not None:
        told = results.result(_as_tried(match), game, state.outcome, t)
        return told if found.plies else f"{told}\n{t('explore.over')}"
    if state.is_chance:
        return t("explore.chance")
    if not ways and not found.chooses:
        return t("explore.ends")
    whose = phrases.next_up(match, game, state, t, called=False)
    return f"{whose} {guide_page.question(state, ways, step, t)}" if ways else whose


def _as_tried(match: Match) -> Match:
    """Return a match without how it has ended otherwise: what is tried ends by the rules alone."""
    return replace(match, resigned=None, outcome=None, first_outcome=None, departures=())


def _named(
    match: Match, state: State, ways: Sequence[WayOn], step: PickerStep, t: Language
) -> Sequence[NamedWay]:
    if not state.is_chance:
        return guide_page.told_ways(match, state, ways, step, t)
    return [(way, _happening(match, state, move, t), NO_CAPTION) for way in ways for move in way.moves]


def _happening(match: Match, state: State, move: Move, t: Language) -> str:
    """Return what comes by chance, in words."""
    events, game = state.play(move).events, state.game
    clauses = [clause for event in events if (clause := phrases.event_clause(event, match, game, t))]
    return t("list.and").join(clauses) or str(move)
