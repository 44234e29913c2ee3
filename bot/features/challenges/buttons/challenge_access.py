"""Access to challenges, checked at every press: rights change under open pages."""

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.visibility import place_visibility
from bot.features.challenges.service.challenge_queries import ChallengeQueries
from bot.model.challenges.challenge import Challenge
from bot.model.refusal import Refusal


async def visible_challenge(
    challenges: ChallengeQueries, context: InteractionContext, challenge_id: int
) -> Challenge:
    """Return a challenge that names the person, or whose place they can see now.

    Otherwise raises Refusal "unknown-challenge", as for a missing number.
    """
    challenge = await challenges.get(challenge_id)
    if not is_named(challenge, context.person.id) and not place_visibility(context.interaction)(
        challenge.place
    ):
        raise Refusal("unknown-challenge")
    return challenge


def is_named(challenge: Challenge, person: int) -> bool:
    """Return whether a person sent a challenge, received it, is invited or has joined it."""
    members = (member.person for member in challenge.members)
    return person in {challenge.challenger, challenge.opponent, *challenge.invitees, *members}
