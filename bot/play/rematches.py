"""Rematches: a finished match, or series of matches, asked for once more."""

from bot.play.clocks import read_clock
from bot.play.counters import person_named, series_of
from bot.play.desk import Action, Desk, Noting, is_id
from bot.play.inviting import Inviting
from bot.play.model import RANDOM_ROLE, Challenge, ChallengeStatus, MatchStatus, Person, Refusal, Request
from bot.play.reception import read_challenge
from bot.play.sequels import standing_of
from bot.play.translate import place_of
from bot.play.wishes import Wish, is_for_many, offer
from data.records import ChallengeRecord, GameRecord, RequestRecord
from data.store import Tables


class Rematches:
    """What players of a finished match ask for."""

    def __init__(self, desk: Desk, inviting: Inviting) -> None:
        self._desk = desk
        self._inviting = inviting

    async def rematch(self, request: Request, game_id: int) -> Challenge:
        """Ask for a match again, or agree to what another one has asked for."""

        async def act(tables: Tables) -> Challenge:
            # Whoever asks for the same thing at once waits here and then finds what was asked for.
            games = await _locked(tables, game_id)
            if request.person.id not in games[0].players:
                raise Refusal("not-your-game")
            self._check_over(games)
            note = self._desk.noting(tables, request, Action.REMATCH, game_id)
            found = await _asked(tables, games[-1].id)
            if found is not None:
                return await self._agree(tables, request.person.id, found, note)
            wish = await self._wish(tables, request.person, games)
            checked = offer(self._desk.games, request.person.id, wish)
            return await self._inviting.write(tables, request.person, checked, note, rematch_of=games[-1].id)

        async def again(tables: Tables, done: RequestRecord) -> Challenge:
            return await read_challenge(tables, done.number or 0)

        challenge = await self._desk.once(request, Action.REMATCH, game_id, act, again)
        self._desk.done(request)
        return challenge

    async def _agree(self, tables: Tables, person: int, asked: ChallengeRecord, note: Noting) -> Challenge:
        if asked.status == ChallengeStatus.ACCEPTED:
            raise Refusal("rematch-begun", game=str(asked.game))
        joined = any(guest.player == person and guest.joined is not None for guest in asked.guests)
        if person == asked.challenger or joined:
            await note(asked.id)
        else:
            await self._inviting.take_up(tables, person, asked, note)
        return await read_challenge(tables, asked.id)

    async def _wish(self, tables: Tables, host: Person, games: tuple[GameRecord, ...]) -> Wish:
        asked = await tables.challenges.get(games[0].challenge)
        if asked is None:
            raise Refusal("unknown-challenge")
        first, game = games[0], self._desk.games[games[0].key]
        others = [await person_named(tables, person) for person in first.players if person != host.id]
        lobby = is_for_many(game)
        roles = game.roles(len(first.players))
        swapped = RANDOM_ROLE if lobby else roles[1 - first.players.index(host.id)]
        return Wish(
            key=first.key,
            options=asked.options,
            people=tuple(others),
            players=len(first.players),
            role=swapped,
            place=place_of(asked),
            series=series_of(asked),
            clock=read_clock(asked.clock),
        )

    def _check_over(self, games: tuple[GameRecord, ...]) -> None:
        if any(game.status != MatchStatus.FINISHED for game in games):
            raise Refusal("game-running" if len(games) == 1 else "series-running")
        standing = standing_of(self._desk.games[games[0].key], games)
        if standing is not None and not standing.finished:
            raise Refusal("series-running")


async def _locked(tables: Tables, game_id: int) -> tuple[GameRecord, ...]:
    """Return the matches of a match's challenge, in order, with the first of them locked."""
    record = await tables.games.get(game_id) if is_id(game_id) else None
    if record is None:
        raise Refusal("unknown-match")
    games = await tables.games.of_challenge(record.challenge)
    await tables.games.lock(games[0].id)
    return await tables.games.of_challenge(record.challenge)


async def _asked(tables: Tables, game: int) -> ChallengeRecord | None:
    """Return the challenge for a rematch that is open or has led to a match, locked, if there is one."""
    while (found := await tables.challenges.rematch_of(game)) is not None:
        asked = await tables.challenges.lock(found.id)
        if asked is None or asked.status != ChallengeStatus.COUNTERED:
            over = {ChallengeStatus.DECLINED, ChallengeStatus.WITHDRAWN, ChallengeStatus.EXPIRED}
            return None if asked is None or asked.status in over else asked
    return None
