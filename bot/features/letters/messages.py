"""The weekly letter: what has ended, who is ahead, the finest ply with its board, a puzzle."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle
from discord.utils import format_dt

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage, Scene, headline
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import phrases, rating_text, scoreboards
from bot.chat.core.words.game_names import board_name, game_name
from bot.chat.parts.new_game import new_game_mark
from bot.features.letters.contents import Week
from bot.features.letters.domain import MostWins
from bot.features.puzzles.page import asked, told_line
from bot.features.puzzles.service.puzzles import Puzzles, PuzzleTask
from bot.features.tournaments.domain.formats import Format
from bot.features.tournaments.domain.tournament import Tournament
from bot.features.tournaments.messages.standings_text import named, points_text, title
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition
from bot.model.ratings.rating_views import Leaderboard
from render import View

_MOST_GAMES: Final = 6
_MOST_NAMES: Final = 3


@dataclass(frozen=True, slots=True)
class LetterPuzzle:
    """The puzzle of a letter of a number, and that of the letter before; None where there is none."""

    number: int
    task: PuzzleTask | None
    before: PuzzleTask | None


def letter_message(
    week: Week, puzzle: LetterPuzzle, notice: int, pictures: Pictures, t: Language
) -> PublicMessage:
    """Return the letter of a week; people are named in it, and nobody is called."""
    parts = (_ended(week, t), _ahead(week, t), _waiting(week, t))
    # The ply stands last, beside its board; it and the puzzle are told however much has happened.
    shown = (_puzzle(puzzle, t), _finest(week, t))
    row = [layouts.button(t("button.new-game"), new_game_mark(notice), ButtonStyle.success)]
    if puzzle.task is not None:
        mark = custom_ids.write("weekly-puzzle", puzzle.task.puzzle.id, puzzle.number)
        row.insert(0, layouts.button(t("button.solve"), mark, ButtonStyle.primary))
    return PublicMessage(
        headline([t("letter.headline"), t("letter.count", n=len(week.ended)) if week.ended else ""]),
        "\n".join(line for part in parts for line in part),
        "\n".join(line for part in shown for line in part),
        rows=(tuple(row),),
        scene=None if week.board is None else _scene(week, week.board, pictures, t),
    )


def _ended(week: Week, t: Language) -> Iterator[str]:
    if not week.ended and not week.over:
        yield t("letter.nothing-ended")
        return
    yield t("letter.ended")
    for tournament in week.over:
        winners = tournament.winners()
        best = [named(entrant, t) for entrant in winners or tournament.best_people()]
        said = {"tournament": title(tournament, t), "winners": t("list.and").join(best)}
        if not best:
            yield t("letter.tournament-over", **said)
        else:
            yield t("letter.cup" if winners else "letter.best", n=len(best), **said)
    for match in week.ended[:_MOST_GAMES]:
        yield _result(match, t)
    left = len(week.ended) - _MOST_GAMES
    if left > 0:
        yield t("letter.more-ended", n=left)


def _result(match: Match, t: Language) -> str:
    outcome = match.outcome
    won = () if outcome is None else outcome.winners
    winners = _names(match, won, t)
    others = _names(match, [seat for seat in range(len(match.players)) if seat not in won], t)
    said = {"game": _linked(match, t)}
    if not won:
        return t("letter.drawn", players=others, **said)
    if not others:
        return t("letter.won-together", winners=winners, **said)
    return t("letter.won", n=len(won), winners=winners, others=others, **said)


def _linked(match: Match, t: Language) -> str:
    """Return which game it was, leading to where it was played."""
    url = f"https://discord.com/channels/{match.place.server}/{match.home}"
    return f"[{game_name(match, t)} #{match.id}]({url})"


def _names(match: Match, seats: Sequence[int], t: Language) -> str:
    return t("list.and").join(phrases.seated(match, seat, t) for seat in seats)


def _ahead(week: Week, t: Language) -> Iterator[str]:
    lines = [*_wins(week.wins, t), *(line for one in week.ratings for line in _rating(one, t))]
    for tournament in week.standing:
        lines += _leading(tournament, t)
    if lines:
        yield t("letter.ahead")
        yield from lines


def _wins(wins: MostWins | None, t: Language) -> Iterator[str]:
    """Yield who has won most, as long as that is more than a list of games says already."""
    if wins is not None and wins.wins > 1 and len(wins.people) <= _MOST_NAMES:
        people = t("list.and").join(map(phrases.mention, wins.people))
        yield t("letter.wins", n=wins.wins, people=people)


def _rating(board: Leaderboard, t: Language) -> Iterator[str]:
    """Yield who leads a list of ratings; where nobody's is settled yet nobody does."""
    for one in [one for one in board.ranked if one.shown.settled][:1]:
        game = t(f"{board.key}.name")
        if board.role:
            game = t("letter.rated-role", game=game, role=t(f"{board.key}.role.{board.role}"))
        yield t(
            "letter.rating",
            game=game,
            player=phrases.mention(one.person),
            value=rating_text.number(one.shown, t),
        )


def _leading(tournament: Tournament, t: Language) -> Iterator[str]:
    """Yield who leads a tournament, as long as they are few and have scored; of a ladder its top.

    In a knockout nobody leads.
    """
    if tournament.setup.rules.format is Format.KNOCKOUT:
        return
    first = [one for group in tournament.standings()[:1] for one in group if one.rank == 1]
    people = t("list.and").join(named(tournament.entrant(one.entrant), t) for one in first)
    said = {"tournament": title(tournament, t), "people": people}
    if tournament.is_ladder and tournament.was_played:
        yield t("letter.highest-rung", **said)
    elif not tournament.is_ladder and first and first[0].points > 0 and len(first) <= _MOST_NAMES:
        yield t("letter.leads", n=len(first), points=points_text(first[0].points), **said)


def _finest(week: Week, t: Language) -> Iterator[str]:
    """Yield what the board in the picture shows: the finest ply, else the end of the longest game."""
    if week.board is None:
        return
    match, game = week.board.match, week.board.state.game
    said = {"game": _linked(match, t)}
    if week.finest is None:
        yield t("letter.longest", n=match.plies, **said)
        return
    ply = week.finest.ply
    if ply.seat is not None and ply.move is not None:
        yield t("letter.finest")
        told = phrases.ply(match, game, ply.seat, ply.move, ply.state.events, t)
        yield t("letter.finest-ply", told=told, **said)


def _waiting(week: Week, t: Language) -> Iterator[str]:
    match = week.waiting
    if match is not None and match.turn is not None:
        yield t(
            "letter.waiting",
            player=phrases.seated(match, match.turn, t),
            game=_linked(match, t),
            since=format_dt(match.turn_began, "D"),
        )


def _puzzle(puzzle: LetterPuzzle, t: Language) -> Iterator[str]:
    if puzzle.task is not None:
        yield t("letter.puzzle", board=_board(puzzle.task, t))
        yield f"{asked(puzzle.task, t)} {t('letter.puzzle-private')}"
    if puzzle.before is not None:
        line = told_line(puzzle.before, Puzzles.line(puzzle.before), t)
        yield t("puzzle.day-before", board=_board(puzzle.before, t), line=line)


def _board(task: PuzzleTask, t: Language) -> str:
    return board_name(task.puzzle.key, task.puzzle.options, t)


def _scene(week: Week, board: MatchPosition, pictures: Pictures, t: Language) -> Scene:
    match = board.match
    ply = match.plies if week.finest is None else week.finest.ply.number
    ended = match.outcome if ply == match.plies else None
    view = View(over=ended is not None, scoreboard=scoreboards.scoreboard(board, ply, t, ended))
    return Scene(board.state, pictures.look(view), t)
