"""`/dice accept`: accept a challenge with a word on which its dice depend."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from discord.app_commands import Choice

from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.declared_commands import SubcommandOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.match_lookup import MOST
from bot.chat.core.lookup.visibility import place_visibility
from bot.chat.core.messages.public_message import plain_name
from bot.chat.core.words.game_names import game_name
from bot.features.challenges.messages import card_updates
from bot.features.challenges.pages.challenge_page import begun_page, challenge_page
from bot.features.challenges.services import ChallengeServices
from bot.locale import Language
from bot.model.challenges.challenge import Challenge
from bot.model.refusal import Refusal

_NAMED: Final = re.compile(r"#?([0-9]{1,18})(?:-([0-9]{1,3}))?(?:\s.*)?", re.ASCII | re.DOTALL)


def accept_subcommand(challenges: ChallengeServices) -> Command:
    """Return the command that acts like *Accept* and *Join*, with a word in addition."""

    async def accept(context: InteractionContext, word: str, challenge: str | None = None) -> None:
        target = _select_challenge(await _within_reach(challenges, context), challenge)
        revision = target.revision if challenge is None else _number(challenge)[1]
        agreeing = challenges.invitations.accept(context.request, target.id, revision, word)
        outcome = await card_updates.accept_or_ask(challenges, context, agreeing)
        if outcome is None:
            return
        if outcome.match is not None:
            await context.show(begun_page(await challenges.matches.get(outcome.match), context.t))
            return
        person, text = context.person.id, context.t("lobby.joined-private")
        page = await challenge_page(challenges.cards, context.pictures, outcome, person, context.t, text)
        await context.show(*page)

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        candidates = await _within_reach(challenges, context)
        names = await challenges.people.names({item.challenger for item in candidates})
        labels = [(_label(item, names, context.t), f"{item.id}-{item.revision}") for item in candidates]
        query = typed.strip().lstrip("#").lower()
        fitting = [(label, value) for label, value in labels if query in label.lower()]
        return [Choice(name=label, value=value) for label, value in fitting[:MOST]]

    suggested = CommandOption(suggest=suggest)
    return command(challenges.interactions, "command.dice-accept", accept, challenge=suggested)


async def _within_reach(services: ChallengeServices, context: InteractionContext) -> list[Challenge]:
    """Return the open challenges with dice that a person may accept here, newest first."""
    person, sees, server = context.person.id, place_visibility(context.interaction), context.place.server
    own = await services.challenges.open_of(person)
    here = () if server is None else await services.challenges.open_in(server)
    by_id = {
        challenge.id: challenge
        for challenge in (*own, *(standing for standing in here if sees(standing.place)))
    }
    return [
        challenge
        for _, challenge in sorted(by_id.items(), reverse=True)
        if challenge.commitment is not None and (challenge.lobby or challenge.challenger != person)
    ]


def _select_challenge(candidates: Sequence[Challenge], text: str | None) -> Challenge:
    """Return the named challenge, by default the only candidate. Raises Refusal."""
    if text is not None:
        number, _ = _number(text)
        candidates = [item for item in candidates if item.id == number]
    if len(candidates) == 1:
        return candidates[0]
    if text is not None:
        raise Refusal("unknown-challenge")
    raise Refusal("which-challenge" if candidates else "no-challenge-with-dice")


def _number(text: str) -> tuple[int, int]:
    """Return a challenge's number and revision from a suggestion. Raises Refusal."""
    match = _NAMED.fullmatch(text.strip())
    if match is None:
        raise Refusal("unknown-challenge")
    return int(match[1]), int(match[2] or 0)


def _label(challenge: Challenge, names: Mapping[int, str], t: Language) -> str:
    """Return a challenge's label in a list: its game and its host."""
    made_by = plain_name(names.get(challenge.challenger, ""))
    return " · ".join(part for part in (f"#{challenge.id}", game_name(challenge.terms, t), made_by) if part)


SUBCOMMANDS: Final = (SubcommandOf("dice", 20, accept_subcommand),)
