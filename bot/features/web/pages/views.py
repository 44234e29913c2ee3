"""The view of a match for a person: everything that the client shows, and the moves it offers."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import urlencode

from bot.chat.core.words import dice_text, move_labels, phrases, results
from bot.chat.core.words.game_names import game_name
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.matches.service.plans.conditional_moves import ConditionalMovesService
from bot.features.web import protocol
from bot.features.web.pages.board_layout import board_of
from bot.features.web.pages.positions import PositionRequest, Positions, ShownPosition, following, view_of
from bot.features.web.pages.possibilities import Possibilities
from bot.features.web.pages.reader import Reader
from bot.features.web.pages.words import plain, plain_lines
from bot.features.web.service.grants import BoardSession
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition, PlayedPly
from bot.model.people.players import EnginePlayer
from bot.model.ports import Clock
from bot.model.refusal import Refusal
from render import View
from rules.contract import Game, Move, State
from rules.contract.capabilities import calls_of, punishes_oversight

MAX_CAPTIONED: Final = 25
"""The maximum number of moves whose effects are described: each must be played for that."""


class Views:
    """Builds views of matches."""

    def __init__(
        self,
        matches: MatchQueries,
        lines: ConditionalMovesService,
        possibilities: Possibilities,
        clock: Clock,
    ) -> None:
        self._matches = matches
        self._lines = lines
        self._possibilities = possibilities
        self._positions = Positions(matches)
        self._clock = clock

    async def picture(
        self, session: BoardSession, reader: Reader, selection: PositionRequest, side: int | None, width: int
    ) -> bytes:
        """Return the picture of a position as PNG.

        Raises the errors of `view`, and Refusal "position-changed" if plies were taken back in the meantime.
        """
        shown_position = await self._positions.display_position(session.match.id, session.seat, selection)
        if selection.taken_back not in {None, shown_position.position.match.taken_back}:
            raise Refusal("position-changed")
        view = view_of(
            shown_position, reader, _side(shown_position.position.match, session.seat, side), width
        )
        return await reader.pictures.drawing.picture(reader.pictures.gallery, shown_position.state, view)

    async def view(
        self,
        session: BoardSession,
        reader: Reader,
        selection: PositionRequest,
        *,
        side: int | None = None,
        known: str = "",
        since: int | None = None,
    ) -> protocol.MatchView:
        """Return a view of a match.

        Omits the points of a board whose key is `known`, and the texts of the first `since` plies. Raises
        Refusal and RulesError like `Positions.display_position`.
        """
        t, seat = reader.t, session.seat
        shown_position = await self._positions.display_position(session.match.id, seat, selection)
        position = shown_position.position
        match, state, game = position.match, shown_position.state, shown_position.state.game
        side = _side(match, seat, side)
        board_view = view_of(shown_position, reader, side)
        history_from = since if since is not None and 0 <= since <= match.plies else 0
        # Always load the last ply: it may be undone.
        first = min(history_from, max(0, match.plies - 1))
        plies = await self._matches.plies(match.id, first, match.plies)
        own_turn = (
            shown_position.is_present and match.running and match.turn is not None and match.turn == seat
        )
        moves = _moves(shown_position, own_turn=own_turn)
        hidden = punishes_oversight(state)
        legal = _legal(match, game, state, moves, t, hidden=hidden)
        calls = calls_of(state) if own_turn and not (moves and match.has_rejected_call) else ()
        may = await self._possibilities.of(match, seat, reader, position, plies)
        return protocol.MatchView(
            match=match.id,
            revision=revision(match),
            now=self._clock(),
            title=plain(t("game.title", game=game_name(match, t), number=match.id), match.names, t),
            game=match.key,
            running=match.running,
            practice=match.is_practice,
            plies=match.plies,
            taken_back=match.taken_back,
            ply=shown_position.ply,
            seat=seat,
            turn=match.turn,
            confirm=reader.confirms and not match.is_practice,
            status=_status(position, seat, t),
            result=_result(position, t),
            question=plain(phrases.duties(match, state, t), match.names, t) if own_turn else "",
            theme=reader.pictures.theme,
            side=side,
            picture=_picture(shown_position, board_view, reader),
            board=board_of(reader.pictures.gallery.layout(state, board_view), game, known, t),
            players=tuple(_players(position, seat, t)),
            ways=tuple(_way(move) for move in legal if _is_way(move)),
            moves=tuple(move for move in legal if not _is_way(move)),
            calls=tuple(protocol.CallButton(call, _action_name(game, call, t)) for call in calls),
            hidden=hidden,
            explored=tuple(move.text for move in shown_position.explored),
            last=shown_position.last,
            history_from=history_from,
            history=_history(match, game, [ply for ply in plies if ply.number > history_from], t),
            offers=tuple(_offers(match, game, seat, t)),
            lines=await self._plan_lines(match, seat, reader),
            may=may,
            chat=_chat(match),
        )

    async def dice(self, session: BoardSession, reader: Reader) -> tuple[str, ...]:
        """Return the result of recomputing a finished match's dice, as plain text.

        Raises Refusal: "dice-none", "dice-running".
        """
        verification = await self._matches.verify(session.match.id)
        return plain_lines(dice_text.report(verification, reader.t), session.match.names, reader.t)

    async def _plan_lines(
        self, match: Match, seat: int | None, reader: Reader
    ) -> tuple[protocol.PlannedLine, ...]:
        if seat is None or not match.running or not match.planned or seat in match.retired:
            return ()
        kept_lines = await self._lines.lines(reader.person.id, match.id)
        game = kept_lines.state.game
        return tuple(
            protocol.PlannedLine(line, ", ".join(phrases.written_name(game, text, reader.t) for text in line))
            for line in kept_lines.lines
        )


def revision(match: Match) -> str:
    """Return a text that changes whenever a view of the match may change."""
    parts = (
        match.plies,
        match.taken_back,
        match.status.value,
        match.turn,
        [(offer.what.value, offer.by, sorted(offer.agreed)) for offer in match.offers],
        match.claimable,
        str(match.timing.paused),
        str(match.deadline),
        [str(player) for player in match.players],
        match.retired,
        match.planned,
        repr(match.outcome),
        match.unjustified,
    )
    return hashlib.blake2b(repr(parts).encode(), digest_size=9).hexdigest()


def _side(match: Match, seat: int | None, requested: int | None) -> int | None:
    """Return the seat from whose side the board is shown."""
    return requested if requested is not None and 0 <= requested < len(match.players) else seat


def _moves(shown_position: ShownPosition, *, own_turn: bool) -> tuple[Move, ...]:
    match = shown_position.position.match
    if shown_position.position.stop is not None:
        return ()
    if own_turn:
        return following(shown_position.state, calls=False)
    return following(shown_position.state, calls=False) if match.is_explorable else ()


def _legal(
    match: Match, game: Game, state: State, moves: Sequence[Move], t: Language, *, hidden: bool
) -> list[protocol.LegalMove]:
    captions: Mapping[Move, move_labels.Caption] = {}
    if not hidden and not state.is_chance and len(moves) <= MAX_CAPTIONED:
        captions = move_labels.captions(match, game, state, moves, t)
    name = phrases.offering(state, t)
    return [
        protocol.LegalMove(
            text=move.text,
            path=move.path,
            meanings=tuple(meaning.value for meaning in move.meanings) or _meanings(len(move.path)),
            action=move.action,
            name="" if move.path and not move.action else name(move),
            does=", ".join(captions[move].clauses) if move in captions else "",
        )
        for move in moves
    ]


def _is_way(move: protocol.LegalMove) -> bool:
    """Return whether a move has no text besides its points: there may be hundreds of such moves."""
    return bool(move.path) and not (move.action or move.does) and move.meanings == _meanings(len(move.path))


def _way(move: protocol.LegalMove) -> tuple[str, ...]:
    return ("" if move.text == "-".join(move.path) else move.text, *move.path)


def _meanings(points: int) -> tuple[str, ...]:
    """Return the meanings of points for a move that declares none: from the first over others to the last."""
    if points == 1:
        return ("placed",)
    return ("from", *["over"] * (points - 2), "to") if points else ()


def _action_name(game: Game, action: str, t: Language) -> str:
    text_id = f"{game.key}.action.{action}"
    return t(text_id) if text_id in t else action


def _players(position: MatchPosition, seat: int | None, t: Language) -> list[protocol.Player]:
    match, game = position.match, position.state.game
    outcome = match.outcome
    time_left = match.time_left
    players = []
    for number, player in enumerate(match.players):
        person, time = match.person_at(number), time_left[number] if number < len(time_left) else None
        players.append(
            protocol.Player(
                seat=number,
                name=phrases.plain(player, match.names, t, unknown=t("person.someone")),
                role=phrases.role(match, game, number, t),
                you=number == seat,
                computer=isinstance(player, EnginePlayer),
                left=number in match.retired,
                turn=match.running and match.turn == number,
                winner=outcome is not None and number in outcome.winners,
                due=match.deadline
                if match.running and match.turn == number and not match.is_paused
                else None,
                seconds=None if time is None else int(time.total_seconds()),
                away=None if person is None else position.away.get(person),
            )
        )
    return players


def _status(position: MatchPosition, seat: int | None, t: Language) -> str:
    """Return the turn, or the reason why the game is blocked, as plain text."""
    match = position.match
    text = phrases.stop_reason(position, t)
    if not text and match.running and match.is_paused:
        text = t("time.paused")
    if not text and match.running:
        own = match.turn is not None and match.turn == seat
        text = t("game.dice-awaited") if match.turn is None else ""
        if match.turn is not None:
            text = (
                t("web.your-turn")
                if own
                else t("web.turn-of", player=phrases.seat_name(match, match.turn, t))
            )
    return plain(text, match.names, t)


def _result(position: MatchPosition, t: Language) -> tuple[str, ...]:
    match = position.match
    if match.outcome is None:
        return ()
    return plain_lines(results.result(match, position.state.game, match.outcome, t), match.names, t)


def _picture(shown_position: ShownPosition, view: View, reader: Reader) -> protocol.PictureLink:
    """Return the address of a picture, with all its parameters, and its alt text."""
    match = shown_position.position.match
    words = reader.pictures.words(shown_position.state, reader.t, view)
    untimed = None if view.scoreboard is None else replace(view.scoreboard, deadline="")
    looks = repr((shown_position.state.position, replace(view, scoreboard=untimed)))
    query: list[tuple[str, str | int]] = [("ply", shown_position.ply), ("taken", match.taken_back)]
    if view.seat is not None:
        query.append(("side", view.seat))
    query += [("theme", view.theme), *(("move", move.text) for move in shown_position.explored)]
    if shown_position.explored and not match.is_explorable:
        query.append(("preview", 1))
    query.append(("v", hashlib.blake2b(looks.encode(), digest_size=6).hexdigest()))
    return protocol.PictureLink(f"api/games/{match.id}/picture?{urlencode(query)}", words)


def _history(
    match: Match, game: Game, plies: Sequence[PlayedPly], t: Language
) -> tuple[protocol.HistoryPly, ...]:
    # One by one: together, a player's ply would include the rolls before it.
    texts = [phrases.ply_sentences(match, game, [ply], t)[0] for ply in plies]
    return tuple(
        protocol.HistoryPly(
            number=ply.number,
            seat=ply.seat,
            text=ply.text,
            said=plain(text, match.names, t),
            path=() if ply.move is None else ply.move.path,
        )
        for ply, text in zip(plies, texts, strict=True)
    )


def _offers(match: Match, game: Game, seat: int | None, t: Language) -> list[protocol.ShownOffer]:
    plays = seat is not None and seat not in match.retired
    return [
        protocol.ShownOffer(
            kind=offer.what.value,
            seat=offer.by,
            said=plain(
                t(f"offer.made.{offer.what}", player=phrases.player(match, game, offer.by, t)), match.names, t
            ),
            mine=offer.by == seat,
            answerable=plays and offer.by != seat and seat not in offer.agreed,
        )
        for offer in match.offers
    ]


def _chat(match: Match) -> str:
    """Return the link to the newest board in the chat; empty if none was posted."""
    if match.board is None:
        return ""
    server = "@me" if match.place.server is None else match.place.server
    return f"https://discord.com/channels/{server}/{match.board.channel}/{match.board.message}"
