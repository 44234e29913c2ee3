"""Settle the open challenges of a person to be erased: withdraw, decline or leave them."""

from collections.abc import Sequence

from bot.features.challenges.service.challenge_answers import ChallengeAnswers
from bot.kernel.personal.settlement import Settlement, StillWanted
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.challenges.challenge import NO_THANKS, ChallengeStatus
from bot.model.events.events import ChallengeChanged, ChallengeDeclined
from bot.repositories.challenges import ChallengeRepository
from data.session import Session


def challenge_settlement(work: UnitOfWork, answers: ChallengeAnswers) -> Settlement:
    """Return the settlement of open challenges."""

    async def open_of(session: Session, person: int) -> Sequence[int]:
        return [challenge.id for challenge in await session.of(ChallengeRepository).open_of(person)]

    async def leave(number: int, person: int, still_wanted: StillWanted) -> None:
        async with work.write() as tx:
            challenge = await tx.of(ChallengeRepository).lock(number)
            if challenge is None or not challenge.open or not await still_wanted(tx):
                return
            if challenge.challenger == person:
                await answers.close_unplayed(tx, challenge, ChallengeStatus.WITHDRAWN)
            elif challenge.lobby:
                await tx.of(ChallengeRepository).save(challenge, challenge.without(person))
                tx.record(ChallengeChanged(number))
            else:
                await answers.close_unplayed(tx, challenge, ChallengeStatus.DECLINED, NO_THANKS)
                challenger = await answers.challenger_of(tx, challenge)
                tx.record(ChallengeDeclined(number, person, NO_THANKS), recipients=(challenger,))

    return Settlement(open_of, leave)
