"""Public games against engines, at a level that the challenger chooses."""

from bot.features.challenges.service.challenge_answers import ChallengeAnswers, check_open
from bot.features.challenges.service.lobbies import Lobbies
from bot.features.challenges.service.request_actions import ChallengeAction
from bot.features.challenges.service.seats.substitutions import Substitutions
from bot.features.engines.service.engine_turns import EngineTurns
from bot.features.engines.service.practice import check_practice_limit
from bot.kernel.transactions.server_rules import check_engines, check_player, check_there
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.challenges.challenge import Challenge, Member
from bot.model.challenges.seat_assignment import seat
from bot.model.match.substitutions import Substitution
from bot.model.people.person import Person, Place, Request
from bot.model.people.players import LEVELS, EnginePlayer, HumanPlayer
from bot.model.refusal import Refusal
from bot.repositories.people.people import PersonRepository

_PLAYERS = 2


class EngineGames:
    """Starts games in which engines take seats."""

    def __init__(
        self,
        unit_of_work: UnitOfWork,
        answers: ChallengeAnswers,
        lobbies: Lobbies,
        substitutions: Substitutions,
        turns: EngineTurns,
    ) -> None:
        self._unit_of_work = unit_of_work
        self._answers = answers
        self._lobbies = lobbies
        self._substitutions = substitutions
        self._turns = turns

    async def accept(self, request: Request, challenge_id: int, level: int) -> Challenge:
        """Accept the person's own challenge for an engine of a level, and start the match.

        Raises Refusal: "not-your-challenge", "no-engines", "engines-off", "engines-elsewhere",
        "too-much-practice", and those of `Invitations.accept`.
        """
        _check_level(level)

        async def act(tx: Transaction, challenge: Challenge) -> None:
            person, now = request.person, self._unit_of_work.clock()
            if person.id != challenge.challenger or not challenge.terms.against_engine:
                raise Refusal("not-your-challenge")
            check_open(challenge, now)
            await check_player(tx, challenge.place.server, person)
            await self._check(tx, request, challenge.place)
            await self._answers.check_games(tx, person.id)
            await self._answers.check_channel(tx, challenge.place.channel)
            await check_there(tx, challenge.place.server)
            members = (Member(person.id), Member(challenge.opponent or 0))
            roles = self._unit_of_work.games[challenge.terms.key].roles(_PLAYERS)
            seats = seat(members, challenge.terms.role, roles, (), self._unit_of_work.chance)
            engine = EnginePlayer(challenge.terms.key, level)
            players = tuple(HumanPlayer(player) if player == person.id else engine for player in seats)
            await self._answers.begin(tx, challenge, players, now)

        return await self._answers.answer(request, ChallengeAction.ACCEPT, challenge_id, act)

    async def fill(self, request: Request, challenge_id: int, level: int) -> Challenge:
        """Start the match of the person's lobby with engines of a level on all free seats.

        Raises Refusal: "lobby-full", and those of `accept` and `Lobbies.start`.
        """
        _check_level(level)

        async def act(tx: Transaction, challenge: Challenge) -> None:
            await self._check(tx, request, challenge.place)
            await self._lobbies.fill(tx, request, challenge, level)

        return await self._answers.answer(request, ChallengeAction.START, challenge_id, act)

    async def take_seat(self, request: Request, number: int, account: Person, level: int) -> Substitution:
        """Seat an engine of a level in an offered seat; `account` is the bot's.

        Raises Refusal: those of `Substitutions.accept_for_engine`, and those of `accept` for its place.
        """
        _check_level(level)

        async def check(tx: Transaction, place: Place) -> None:
            await self._check(tx, request, place)

        return await self._substitutions.accept_for_engine(request, number, account, level, check)

    async def _check(self, tx: Transaction, request: Request, place: Place) -> None:
        """Check that a person may play against engines here."""
        if not self._turns.is_offered:
            raise Refusal("no-engines")
        await check_engines(tx, place)
        await tx.of(PersonRepository).lock({request.person.id})
        await check_practice_limit(tx, request.person.id)


def _check_level(level: int) -> None:
    if level not in LEVELS:
        raise ValueError(f"there is no level {level}")
