"""Practice: private, unrated games against engines."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.features.engines.service.engine_turns import EngineTurns
from bot.features.engines.service.practice_levels import (
    USUAL_LEVEL,
    BoardRole,
    level_of,
    newcomer_seat,
    proposed_level,
    remembered_level,
)
from bot.features.matches.service.lifecycle import MatchLifecycle, TakenOver
from bot.features.matches.service.load_match import find_match, lock_match, read_match
from bot.kernel.transactions.server_rules import check_engines
from bot.kernel.transactions.unit_of_work import RequestAction, RequestResult, Transaction, UnitOfWork
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match, PlayedPly
from bot.model.match.match_log import read_move
from bot.model.match.offers.offer_rules import AgreedOffer, OfferKind
from bot.model.match.permissions import seat_in
from bot.model.people.person import Place, Request
from bot.model.people.players import EnginePlayer, HumanPlayer, Player
from bot.model.refusal import Refusal
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import RequestRecord
from bot.repositories.servers.server_rules import ServerRulesRepository
from data.session import Session
from rules.contract import Game
from rules.contract.capabilities import RETIREMENT


class PracticeAction(RequestAction):
    """Requests about practice."""

    PRACTICE = "practice"
    TAKE_BACK = "take-back"


MOST: Final = 5
"""The most simultaneous matches of a person against engines."""
_ALL: Final = 1000
"""More games than anyone can play."""
_LOOKED_BACK: Final = 50


@dataclass(frozen=True, slots=True)
class TermsDraft:
    """Partial terms of a practice match; missing ones are taken from the last match.

    A random role counts as missing. The default level is the last one on the board, per role if strength
    differs by role. With `like_last` the default options are those of the last match, else the usual ones.
    """

    terms: Terms
    level: int | None = None
    like_last: bool = False


class Practice:
    """Starts matches against engines, and triggers the engines' moves."""

    def __init__(self, unit_of_work: UnitOfWork, lifecycle: MatchLifecycle, turns: EngineTurns) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle
        self._turns = turns

    @property
    def is_offered(self) -> bool:
        """Whether engines are available."""
        return self._turns.is_offered

    async def is_offered_in(self, place: Place) -> bool:
        """Return whether practice may be offered to a person in a place."""
        if not self.is_offered or place.server is None:
            return self.is_offered
        async with self._unit_of_work.store.read() as session:
            return (await session.of(ServerRulesRepository).of(place.server)).allow_engines(place)

    async def check_place(self, place: Place) -> None:
        """Check that a server allows practice in a place.

        Raises Refusal: "no-engines", "engines-off", "engines-elsewhere".
        """
        if not self.is_offered:
            raise Refusal("no-engines")
        async with self._unit_of_work.store.read() as session:
            await check_engines(session, place)

    async def has_practised(self, person: int) -> bool:
        """Return whether a person ever started a match against an engine."""
        async with self._unit_of_work.store.read() as session:
            return bool(await session.of(MatchRepository).practice_matches(person, 1))

    async def begin(self, request: Request, draft: TermsDraft, place: Place) -> Match:
        """Start a match against an engine; it belongs to no server, wherever it is started.

        Raises Refusal: "too-much-practice" and those of `check_place`; RulesError for invalid options.
        """
        return await self._begin(request, draft, place)

    async def play_on(self, request: Request, match_id: int, plies: int, place: Place) -> Match:
        """Start a match against engines from a position of a finished match.

        The person plays the seat to act, engines play all others. Raises CannotReplay, Refusal:
        "review-running", "play-on-over", "play-on-left" after a departure, and those of `begin`.
        """
        async with self._unit_of_work.store.read() as session:
            match = await find_match(session, match_id)
            if match.running:
                raise Refusal("review-running")
            log = await session.of(MatchLogRepository).plies(match_id, 0, min(max(plies, 0), match.plies))
            state = await self._unit_of_work.positions.at(session, match, len(log))
        if any(ply.text.startswith(RETIREMENT) for ply in log):
            raise Refusal("play-on-left")
        if state.turn is None:
            raise Refusal("play-on-over")
        now = self._unit_of_work.clock()
        copied_plies = tuple(replace(ply, played=now, automatic=None) for ply in log)
        draft = TermsDraft(self._with_seat(Terms(match.key, match.options), match, state.turn))
        return await self._begin(request, draft, place, TakenOver(copied_plies, state))

    async def _begin(
        self,
        request: Request,
        draft: TermsDraft,
        place: Place,
        taken_over: TakenOver | None = None,
    ) -> Match:
        if not self.is_offered:
            raise Refusal("no-engines")

        async def act(tx: Transaction) -> Match:
            person, now = request.person.id, self._unit_of_work.clock()
            await check_engines(tx, place)
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            await tx.of(PersonRepository).lock({person})
            before = await check_practice_limit(tx, person)
            game = self._unit_of_work.games[draft.terms.key]
            players = draft.terms.players or min(game.seats)
            options = game.new(_options(draft, before, players), players=players).options
            seat = _seat(draft, game, options, players, before, person)
            role = BoardRole.of_seat(game, options, players, seat)
            level = draft.level or remembered_level(game, before, person, role)
            seats: list[Player] = [EnginePlayer(game.key, level)] * players
            seats[seat] = HumanPlayer(person)
            # A single, unrated game that needs no consent.
            practice_terms = replace(draft.terms, tie_break=None, rated=False, against_engine=False)
            challenge = Challenge(
                id=0,
                terms=replace(
                    practice_terms, options=options, role=game.roles(players)[seat], players=players
                ),
                challenger=person,
                opponent=None,
                place=Place(None, place.channel, place.locale),
                created=now,
                status=ChallengeStatus.ACCEPTED,
                accepted_by=person,
            )
            stored = await read_challenge(tx, await tx.of(ChallengeRepository).add(challenge))
            match = await self._lifecycle.begin_practice(tx, stored, tuple(seats), now, taken_over)
            tx.result = RequestResult(match.id)
            return match

        async def answer(session: Session, record: RequestRecord) -> Match:
            return await read_match(session, record.subject)

        return await self._unit_of_work.once(request, PracticeAction.PRACTICE, None, act, answer)

    async def once_more(
        self, request: Request, match_id: int, place: Place, level: int | None = None
    ) -> Match:
        """Start the same match again with swapped sides, at another `level` if given.

        Raises Refusal: "not-your-game", and those of `begin`.
        """
        async with self._unit_of_work.store.read() as session:
            match = await read_match(session, match_id)
            seat = match.seat_of(request.person.id)
            if seat is None or not match.is_practice:
                raise Refusal("not-your-game")
            terms = (await read_challenge(session, match.challenge)).terms
        next_terms = self._with_seat(terms, match, (seat + 1) % len(match.players))
        return await self._begin(request, TermsDraft(next_terms, level or level_of(match)), place)

    def _with_seat(self, terms: Terms, match: Match, seat: int) -> Terms:
        """Return terms for the same number of players as a match, with the role of one of its seats."""
        players = len(match.players)
        role = self._unit_of_work.games[match.key].roles(players)[seat]
        return replace(terms, role=role, players=players)

    async def play_replies(self, match_id: int, within: float) -> Sequence[PlayedPly]:
        """Play the engines' due turns; return their plies, none if they take longer than `within` seconds."""
        async with self._unit_of_work.store.read() as session:
            before = await read_match(session, match_id)
        task = self._turns.schedule(match_id)
        await asyncio.wait({task}, timeout=within)
        if not task.done():
            return ()
        task.result()
        async with self._unit_of_work.store.read() as session:
            match = await find_match(session, match_id)
            if match.taken_back != before.taken_back:
                return ()
            log = await session.of(MatchLogRepository).plies(match_id, before.plies, match.plies)
            state = await self._unit_of_work.positions.at(session, match, before.plies)
        plies: list[PlayedPly] = []
        for ply in log:
            move = read_move(state, ply.text)
            state = state.play(move)
            plies.append(PlayedPly(ply.number, ply.seat, move, ply.text, state))
        return plies

    async def take_back(self, request: Request, match_id: int, plies: int, taken_back: int) -> Match:
        """Take back the person's last ply and the plies after it; `plies` is the ply count they saw.

        Raises Refusal: "practice-only", "nothing-to-take-back", "position-changed".
        """

        async def act(tx: Transaction) -> Match:
            match, now = await lock_match(tx, match_id), self._unit_of_work.clock()
            seat = seat_in(match, request.person.id)
            if not match.is_practice:
                raise Refusal("practice-only")
            if (match.plies, match.taken_back) != (plies, taken_back):
                raise Refusal("position-changed")
            log = await tx.of(MatchLogRepository).plies(match_id, 0, match.plies)
            own_ply = max((ply.number for ply in log if ply.seat == seat), default=0)
            if own_ply <= match.taken_over:
                raise Refusal("nothing-to-take-back")
            undone_seats = tuple(ply.seat for ply in log if ply.number >= own_ply and ply.seat is not None)
            offer = AgreedOffer(OfferKind.TAKE_BACK, seat, own_ply - 1, undone_seats)
            return await self._lifecycle.take_back(tx, match, offer, now, free=True)

        async def answer(session: Session, _: RequestRecord) -> Match:
            return await read_match(session, match_id)

        return await self._unit_of_work.once(request, PracticeAction.TAKE_BACK, match_id, act, answer)

    async def can_take_back(self, match: Match, seat: int) -> bool:
        """Return whether a seat has a ply to take back; an engine may have moved first."""
        async with self._unit_of_work.store.read() as session:
            log = await session.of(MatchLogRepository).plies(match.id, match.taken_over, match.plies)
        return any(ply.seat == seat for ply in log)

    async def propose_level(self, person: int, match: Match) -> int | None:
        """Return the level for the next match, by results in the next role; None if it stays."""
        async with self._unit_of_work.store.read() as session:
            before = await session.of(MatchRepository).practice_matches(person, _LOOKED_BACK)
        return proposed_level(self._unit_of_work.games[match.key], before, person, match)


def _seat(
    draft: TermsDraft,
    game: Game,
    options: Mapping[str, str],
    players: int,
    before: Sequence[Match],
    person: int,
) -> int:
    """Return the seat of the named role, else of the last match of the game, else for a newcomer."""
    roles = game.roles(players)
    if draft.terms.role in roles:
        return roles.index(draft.terms.role)
    last = next((match for match in before if match.key == game.key), None)
    if last is None:
        return newcomer_seat(game, options, players, draft.level or USUAL_LEVEL)
    return (last.seat_of(person) or 0) % len(roles)


def _options(draft: TermsDraft, before: Sequence[Match], players: int) -> Mapping[str, str]:
    """Return a draft's options; with `like_last`, those of the last match that includes them.

    Only matches with the same number of players count: options may be invalid for other numbers.
    """
    terms = draft.terms
    items = terms.options.items()
    candidates = (match for match in before if (match.key, len(match.players)) == (terms.key, players))
    last = (match.options for match in candidates if items <= match.options.items())
    return next(last, terms.options) if draft.like_last else terms.options


async def check_practice_limit(session: Session, person: int) -> Sequence[Match]:
    """Return a person's latest matches against engines, newest first. Raises Refusal: "too-much-practice"."""
    running = await session.of(MatchRepository).running_of(person, _ALL)
    if sum(match.has_engines for match in running) >= MOST:
        raise Refusal("too-much-practice", limit=str(MOST))
    return await session.of(MatchRepository).practice_matches(person, _LOOKED_BACK)


async def read_challenge(session: Session, challenge_id: int) -> Challenge:
    """Return a challenge that was just inserted."""
    challenge = await session.of(ChallengeRepository).get(challenge_id)
    if challenge is None:
        raise Refusal("unknown-challenge")
    return challenge
