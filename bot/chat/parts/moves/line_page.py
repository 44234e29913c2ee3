"""The page of a variation, explored for both sides and with chosen dice."""

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
from bot.chat.parts.moves.explored_line import Exploration, LineTooLong
from bot.chat.parts.moves.happened import happened_blocks
from bot.chat.parts.moves.line_offer import NamedWay, line_offer
from bot.chat.parts.moves.move_picker import PickerStep
from bot.chat.parts.moves.move_tree import StepChoice
from bot.chat.parts.moves.step_marks import marked_picture, step_marks
from bot.locale import Language
from bot.model.match.history import Direction
from bot.model.match.match import Match, MatchPosition, PlayedPly
from render import View
from rules.contract import Move, State
from rules.contract.capabilities import calls_of

_TOLD = 8
"""The number of latest plies that the page shows."""

_WITH_CALLS = "+"
"""The prefix of a variation that may contain calls."""


@dataclass(frozen=True, slots=True)
class TriedLine:
    """The plies of a variation, the state after them, and the `text` that encodes it.

    `chooses`: a move is being chosen step by step.
    """

    plies: Sequence[Move]
    state: State
    text: str
    chooses: bool


class LineExtras(Protocol):
    """A feature's additions to a variation's page."""

    async def remarks(self, line: TriedLine) -> Sequence[str]:
        """Return sentences about the position after a variation."""

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
    """Return the page of a variation from the position after a ply of a match.

    Raises MalformedId if the text encodes no variation there.
    """
    match = start.match
    calls, text = _calls(match, text)
    read = explored_line.read_line(start.state, text, calls=calls)
    explored, step, ways = explored_line.next_choices(read, calls=calls)
    remark = ""
    try:
        line = explored_line.write_line(start.state, explored.plies, calls=calls)
    except LineTooLong:
        explored, ways, remark = read, (), t("explore.full")
        line = explored_line.write_line(start.state, explored.plies, calls=calls)
    status, asks = _status(match, explored, ways, step, t), bool(ways) and explored.state.outcome is None
    # Questions are above the picture; a variation's result is its latest event.
    lines = [*_last_plies(match, start.state, explored.plies, t), "" if asks else status, remark]
    shown_line = TriedLine(explored.plies, explored.state, _calling(line, calls=calls), not step.is_first)
    lines += await extras.remarks(shown_line)
    over = explored.state.outcome is not None
    seat = match.seat_of(person)
    trial_position = replace(start, match=_without_ending(match), state=explored.state)
    around = scoreboards.scoreboard(trial_position, ply + len(explored.plies), t)
    trail = next((ply.path for ply in reversed(explored.plies) if ply.path), ()) if step.is_first else ()
    view = View(seat=seat, trail=trail, over=over, scoreboard=around)
    moves = () if explored.state.is_chance else tuple(move for way in ways for move in way.moves)
    picture = await marked_picture(pictures, explored.state, t, view, step_marks(explored.state, moves, step))
    foot, back = list[layouts.Button](), None
    if explored.plies or explored.chooses:
        before = explored.plies if explored.chooses else explored.plies[:-1]
        text = explored_line.write_line(start.state, before, calls=calls)
        picked = explored_line.picks_text(explored)[:-1]
        back = layouts.button(t("button.back"), _at(walked, match, ply, f"{text}.{picked}", calls=calls))
    if len(explored.plies) > 1:
        foot.append(layouts.button(t("explore.again"), _at(walked, match, ply, NOTHING_TRIED, calls=False)))
    foot += extras.buttons(shown_line)
    leave = custom_ids.write(walked.step, match.id, ply, Direction.HERE.value)
    foot.append(layouts.button(t("explore.leave"), leave, ButtonStyle.primary))
    happened = happened_blocks(lines, back)
    blocks_of_text = [
        t("explore.title", game=walked.title(match, t)),
        t("explore.private"),
        *happened.earlier,
    ]
    offer = line_offer(
        explored,
        line,
        step,
        ways,
        BoardOrder.of(pictures.layout(explored.state, view)),
        lambda shown: _labels(match, explored.state, shown, step, t),
        lambda text: _at(walked, match, ply, text, calls=calls),
        t,
        calls=calls,
    )
    blocks = [*layouts.picture_blocks(match.key, picture, t), *happened.blocks]
    below = layouts.buttons(*happened.loose, *foot)
    choices = choice_blocks(replace(offer, is_tight=True), [*blocks, below], picture.ratio, t)
    top = layouts.text("\n".join([*blocks_of_text, *([status] if asks else [])]))
    return layouts.page(top, *blocks, *choices, below), [picture]


def _calls(match: Match, text: str) -> tuple[bool, str]:
    """Return whether a variation may contain calls, and its text without the prefix. Raises MalformedId.

    During a match, a call would reveal what its player has to find out. A variation from that time is parsed
    without calls even after the match; otherwise its meaning would change.
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
    """Return the plies of an encoded variation. Raises MalformedId."""
    calls, text = _calls(start.match, text)
    return explored_line.read_line(start.state, text, calls=calls).plies


def line_text(start: MatchPosition, moves: Sequence[str]) -> str:
    """Encode a variation. Raises MalformedId if it is illegal, LineTooLong if a custom_id cannot hold it."""
    state, plies, calls = start.state, list[Move](), False
    for move in moves:
        ply = next((ply for ply in explored_line.following(state, calls=True) if str(ply) == move), None)
        if ply is None:
            raise custom_ids.MalformedId(move)
        calls = calls or (not state.is_chance and ply.action in calls_of(state))
        plies.append(ply)
        state = state.play(ply)
    return _calling(explored_line.write_line(start.state, plies, calls=calls), calls=calls)


def _last_plies(match: Match, state: State, plies: Sequence[Move], t: Language) -> list[str]:
    """Return a variation's last plies in words."""
    log = []
    for number, ply in enumerate(plies, start=1):
        seat = None if state.is_chance else state.turn
        state = state.play(ply)
        log.append(PlayedPly(number, seat, ply, str(ply), state))
    accounts = phrases.ply_sentences(match, state.game, log[-_TOLD:], t)
    return ["…", *accounts] if len(log) > _TOLD else accounts


def _status(
    match: Match, line: Exploration, ways: Sequence[StepChoice], step: PickerStep, t: Language
) -> str:
    """Return the question of a step, or the variation's result."""
    state, game = line.state, line.state.game
    if state.outcome is not None:
        result = results.result(_without_ending(match), game, state.outcome, t)
        return result if line.plies else f"{result}\n{t('explore.over')}"
    if state.is_chance:
        return t("explore.chance")
    if not ways and not line.chooses:
        return t("explore.ends")
    whose = phrases.next_up(match, game, state, t, called=False)
    return f"{whose} {guide_page.question(state, ways, step, t)}" if ways else whose


def _without_ending(match: Match) -> Match:
    """Return a match without its actual ending: variations end only by the rules."""
    return replace(match, resigned=None, outcome=None, first_outcome=None, departures=())


def _labels(
    match: Match, state: State, ways: Sequence[StepChoice], step: PickerStep, t: Language
) -> Sequence[NamedWay]:
    if not state.is_chance:
        return guide_page.labelled_ways(match, state, ways, step, t)
    return [(way, _happening(match, state, move, t), NO_CAPTION) for way in ways for move in way.moves]


def _happening(match: Match, state: State, move: Move, t: Language) -> str:
    """Return the chance event in words."""
    events, game = state.play(move).events, state.game
    clauses = [clause for event in events if (clause := phrases.event_clause(event, match, game, t))]
    return t("list.and").join(clauses) or str(move)
