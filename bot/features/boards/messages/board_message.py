"""The message with the board, after a start, plies, a take-back, a seat change, a restore or an end."""

from collections.abc import Sequence
from dataclasses import replace

from discord import ButtonStyle

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import headlines, layouts
from bot.chat.core.messages.public_message import PublicMessage, Scene
from bot.chat.core.pictures import Pictures, earlier_trails
from bot.chat.core.words import (
    dice_text,
    error_text,
    move_labels,
    phrases,
    rating_text,
    results,
    scoreboards,
    time_text,
)
from bot.chat.parts.matches import match_buttons
from bot.chat.parts.matches.match_buttons import record_row
from bot.chat.parts.moves.board_menu import board_menu
from bot.features.matches.domain.pair_score import PairScore
from bot.features.matches.service.match_queries import BoardView
from bot.kernel.outbox.notices import Notice
from bot.locale import Language
from bot.model.events.events import (
    DiceRolled,
    EndCause,
    EndKind,
    MatchEnded,
    MatchRestored,
    MatchStarted,
    PliesTakenBack,
    PlyPlayed,
    ResultCorrected,
    SeatChanged,
)
from bot.model.match.match import Counting, Match, MatchPosition, PlayedPly
from render import View, point_named
from rules.contract import Game, Outcome

_FULL_ROW = 4
_TWO = 2
_MAX_LISTED = 12
"""The maximum number of plies that a board's message reports."""
_MIN_SCORED = 2


def board_message(
    pictures: Pictures, notice: Notice, board_view: BoardView, t: Language, seat: int | None = None
) -> PublicMessage:
    """Return the message for a start, plies or an end: the event, the board, the turn, the buttons.

    `board_view` is the match after the notice's last ply. Private messages draw it from `seat`.
    """
    position, plies = board_view.position, board_view.plies
    match, state = position.match, position.state
    ply = notice.ply or 0
    trail = next((ply.move.path for ply in reversed(plies) if ply.move and ply.move.path), ())
    outcome = _outcome(notice, position)
    around = scoreboards.scoreboard(position, ply, t, outcome)
    if outcome is not None:
        card = rating_text.on_card(board_view.ratings, position.names, t)
        around = replace(around, result=(*around.result, *card))
    view = View(
        seat=seat,
        trail=trail,
        trails=earlier_trails(plies),
        over=outcome is not None,
        scoreboard=around,
    )
    scene = Scene(state, pictures.view_for(view), t)
    line = headlines.board(notice, position, plies, outcome, t)
    mirrored = layouts.mirrored_note(match.key, scene.orientation(pictures), t)
    tale = _body(notice, board_view, t)
    body = "\n".join(
        part
        for part in (tale, phrases.stop_reason(position, t), _teams(notice, position, t), mirrored)
        if part
    )
    row = (
        layouts.button(t("button.board"), identity(notice, match.id)),
        layouts.button(t("button.more"), board_mark(match.id, notice)),
    )
    if outcome is not None:
        again = (match_buttons.rematch_button(match.id, t),) if match.series is None else ()
        text = f"{line}\n{body}"
        closing = "\n".join(_called_line(notice, text, t)) if notice.recipient is None else ""
        return PublicMessage(line, body, closing, ((*again, *row), record_row(match, None, t)), scene)
    if seat in match.retired or position.stop is not None or state.turn is None:
        return PublicMessage(line, body, rows=(row,), scene=scene)
    piece = phrases.piece_icon(state, t)
    mark = custom_ids.write("move", match.id, ply)
    move = layouts.button(t("button.move"), mark, ButtonStyle.primary, piece)
    closing = _closing_words(notice, position, t, timed=match.plies == ply) if _waits(position) else ""
    waits = match.plies == ply and _waits(position)
    here, pieces = (_at_hand(position, t), _pieces(position, t)) if waits else ((), ())
    menu = board_menu(pictures, position, view, t) if waits else None
    return PublicMessage(line, body, closing, ((*here, move, *row), *pieces), scene, menu)


def _at_hand(position: MatchPosition, t: Language) -> tuple[layouts.Button, ...]:
    """Return a button for each move without a panel: the only move, or a move by word such as swap."""
    match, state = position.match, position.state
    token = position_token.mark(match)
    return tuple(
        layouts.button(
            move_labels.move_label(state.game, move, 0, t)
            if not move.path
            else t("panel.play", move=move_labels.move_label(state.game, move, 0, t)),
            custom_ids.write("play", match.id, token, str(move)),
            ButtonStyle.success,
        )
        for move in move_labels.at_hand(state)
    )


def _pieces(position: MatchPosition, t: Language) -> tuple[tuple[layouts.Button, ...], ...]:
    """Return a button for each movable piece, in up to two rows of similar length."""
    match, state = position.match, position.state
    token = position_token.mark(match)
    icon = phrases.piece_icons(state, t)
    buttons = [
        layouts.button(
            point_named(state.game, point, t),
            custom_ids.write("piece", match.id, token, point),
            icon=icon(point),
        )
        for point in move_labels.pieces_at_hand(state)
    ]
    half = -(-len(buttons) // 2) if len(buttons) > _FULL_ROW else len(buttons)
    return tuple(row for row in (tuple(buttons[:half]), tuple(buttons[half:])) if row)


def _teams(notice: Notice, position: MatchPosition, t: Language) -> str:
    """Return the partners in a running match, a line per team; later boards repeat them in small print."""
    match, state = position.match, position.state
    if _outcome(notice, position) is not None:
        return ""
    teams = phrases.teams(match, position.state.game, state, t)
    if isinstance(notice.event, MatchStarted) or not teams:
        return "\n".join(teams)
    return f"-# {t('list.beside').join(teams)}"


def _waits(position: MatchPosition) -> bool:
    """Return whether the match still waits for the player to act in a position."""
    return position.match.turn == position.state.turn


def _closing_words(notice: Notice, position: MatchPosition, t: Language, *, timed: bool) -> str:
    """Return the last lines of a board: the turn, the duties and, if `timed`, the deadline."""
    match, state = position.match, position.state
    opens = isinstance(notice.event, MatchStarted) or _rolls_first(notice)
    whose = phrases.next_up(match, position.state.game, state, t, opens=opens)
    parts = [whose, phrases.duties(match, state, t)]
    if timed:
        parts.append(layouts.small(time_text.standing(position, t)))
    return "\n".join(part for part in parts if part)


def identity(notice: Notice, match_id: int) -> str:
    """Return the custom_id that identifies the board message of a notice."""
    # An end without a ply has the number of the ply before it, which has its own message.
    end = ("end",) if _ended_without_ply(notice) else ()
    return custom_ids.write("board", match_id, notice.ply or 0, *end)


def board_mark(match_id: int, notice: Notice) -> str:
    """Return the custom_id that identifies the board message of a notice.

    The number of plies would be ambiguous: it occurs again after a take-back.
    """
    return custom_ids.write("more", match_id, notice.id)


def _outcome(notice: Notice, position: MatchPosition) -> Outcome | None:
    """Return the match's outcome at the time of the notice, None while it ran."""
    if position.stop is not None:
        # The rules cannot have ended a game that they cannot replay.
        last = position.match.plies == notice.ply and position.match.ended_by is None
        return position.match.outcome if last or _ended_without_ply(notice) else None
    if position.match.first_outcome is not None and (position.state.outcome or _ended_without_ply(notice)):
        return position.match.outcome
    outcome = position.match.outcome if _ended_without_ply(notice) else None
    return position.state.outcome or outcome


def _body(notice: Notice, view: BoardView, t: Language) -> str:
    position = view.position
    match, event = position.match, notice.event
    game = view.position.state.game
    lines = []
    if isinstance(notice.event, MatchStarted):
        players = (phrases.player(match, game, seat, t) for seat in range(len(match.players)))
        if match.series_number is not None:
            lines.append(t("series.game", number=match.series_number))
        lines.append(t("list.versus" if len(match.players) == _TWO else "list.and").join(players))
        if not match.exploring:
            lines.append(phrases.exploring(match, t))
    if isinstance(event, PlyPlayed) and event.timed_out:
        lines.append(t("game.late", player=phrases.seat_name(match, event.seat, t)))
    if isinstance(event, SeatChanged):
        lines.append(_seat_change_text(event, match, game, t))
    if isinstance(notice.event, MatchRestored):
        lines.append(_restore_line(notice, view.position, t))
    if isinstance(event, PliesTakenBack):
        lines.append(_take_back_text(event, match, game, t))
    lines += _ply_lines(notice, view, t)
    lines += _dice(notice, view, t)
    outcome = _outcome(notice, position)
    if outcome is not None:
        lines += _end(notice, match, outcome, t)
        lines += rating_text.result(match.key, view.ratings, t)
        lines += _uncounted_lines(match, game, t)
        lines += _score(match, view.score, t)
    return "\n".join(line for line in lines if line)


def _restore_line(notice: Notice, position: MatchPosition, t: Language) -> str:
    """Return the line that reports a restore; with dice it counts rounds."""
    if not notice.ply:
        return t("game.restored-start")
    if position.round is not None:
        return t("game.restored-round", number=position.round)
    return t("game.restored", number=notice.ply)


def _ply_lines(notice: Notice, view: BoardView, t: Language) -> list[str]:
    """Return a line for each ply; for the ply in the headline only its effects."""
    match, game = view.position.match, view.position.state.game
    accounts = phrases.accounts(view.plies)
    lines = phrases.ply_sentences(match, game, view.plies, t)
    if not isinstance(notice.event, PlyPlayed):
        return _latest(lines)
    by_players = [number for number, account in enumerate(accounts) if account.ply.seat is not None]
    last = by_players[-1] if by_players else None
    if last is None:
        return _latest(lines)
    last_ply = accounts[last]
    if last_ply.ply.move is not None and last_ply.ply.automatic is None:
        if len(by_players) > 1 or last_ply.rolls:
            lines[last] = phrases.in_headline(match, game, last_ply, t)
        else:
            did = phrases.deeds(match, game, last_ply.ply.state.events, t)
            lines[last] = did[:1].upper() + did[1:]
    return _latest(lines)


def _latest(lines: list[str]) -> list[str]:
    """Return the last lines of a report, with an ellipsis for the rest."""
    return lines if len(lines) <= _MAX_LISTED else ["…", *lines[-_MAX_LISTED:]]


def _dice(notice: Notice, view: BoardView, t: Language) -> list[str]:
    """Return a board's lines on the dice: the seal at the start, and the source at the first roll."""
    match = view.position.match
    if isinstance(notice.event, MatchStarted) or (
        isinstance(notice.event, MatchRestored) and match.beacon is None
    ):
        return dice_text.opening(match, t, again=notice.uncertain)
    return [dice_text.source_line(match, t)] if _rolls_first(notice, view.plies) else []


def _rolls_first(notice: Notice, plies: Sequence[PlayedPly] = ()) -> bool:
    """Return whether a board reports a first roll that had to wait for the dice."""
    first_is_roll = bool(plies) and plies[0].number == 1 and plies[0].seat is None
    return isinstance(notice.event, DiceRolled) or (isinstance(notice.event, PlyPlayed) and first_is_roll)


def _end(notice: Notice, match: Match, outcome: Outcome, t: Language) -> list[str]:
    cause = _cause(notice)
    nobody_began = cause is not None and cause.kind is EndKind.NOT_BEGUN
    lines = [t("game.aborted") if nobody_began else results.ending_rule(match, outcome, t)]
    if cause is not None and cause.kind is EndKind.CORRECTED and cause.admin is not None:
        lines.append(_corrector(match, cause.admin, t))
    if cause is not None and cause.note:
        lines.append(t("game.note", note=error_text.quote(cause.note)))
    if match.plies:
        lines.append(time_text.length(match, t))
    if match.seed is not None:
        lines.append(t("dice.revealed", seed=match.seed, number=match.id))
    return lines


def _score(match: Match, score: PairScore | None, t: Language) -> list[str]:
    """Return the score between the two players, unless this was their only game."""
    if score is None or score.games < _MIN_SCORED:
        return []
    first, second = (phrases.seat_name(match, seat, t) for seat in range(2))
    text = t("score.pair", first=first, won=score.won, lost=score.lost, second=second)
    return [t("score.drawn", score=text, n=score.drawn) if score.drawn else text]


def _corrector(match: Match, admin: int, t: Language) -> str:
    """Return a line that names the admin who corrected a result, and the consequence if they played."""
    text_id = "game.corrected-by"
    if match.neutral_outcome is not None:
        counts = match.counting is Counting.COUNTS
        text_id = "game.corrected-by-player-rated" if counts else "game.corrected-by-player"
    return t(text_id, admin=phrases.mention(admin))


def _ended_without_ply(notice: Notice) -> bool:
    return isinstance(notice.event, MatchEnded | ResultCorrected)


def _cause(notice: Notice) -> EndCause | None:
    """Return the reason of an end or a new result without a ply."""
    match notice.event:
        case ResultCorrected(cause=cause) | MatchEnded(last=EndCause() as cause):
            return cause
        case _:
            return None


def _uncounted_lines(match: Match, game: Game, t: Language) -> list[str]:
    """Return the reasons why a result does not count; a series reports them at its end."""
    if match.series is not None or match.is_aborted:
        return []
    return rating_text.not_counted_lines(match, game, t)


def _called_line(notice: Notice, text: str, t: Language) -> list[str]:
    """Return a line with the pinged people that the text does not mention yet: a ping needs a mention."""
    unnamed = [name for name in map(phrases.mention, notice.calls) if name not in text]
    return [t("game.over-told", players=t("list.and").join(unnamed))] if unnamed else []


def _seat_change_text(event: SeatChanged, match: Match, game: Game, t: Language) -> str:
    role = phrases.role(match, game, event.seat, t)
    who = t("game.player", player=phrases.mention(event.substitute), role=role)
    return t("seat.taken", player=who, leaver=phrases.mention(event.leaver))


def _take_back_text(event: PliesTakenBack, match: Match, game: Game, t: Language) -> str:
    moves = t("list.and").join(phrases.written_name(game, move.text, t) for move in event.undone)
    return t("game.taken-back", player=phrases.player(match, game, event.by, t), moves=moves)
