"""A person's visible tournaments: those in channels that they can see, and their own."""

from collections.abc import Callable

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.visibility import place_absence, place_visibility
from bot.features.tournaments.domain.tournament import Tournament

SeesTournament = Callable[[Tournament], bool]
"""Returns whether a person may see a tournament."""


def tournament_visibility(context: InteractionContext) -> SeesTournament:
    """Return a predicate that tells whether the person may see a tournament.

    Its participants and organiser always may. A tournament in a deleted channel is visible to all: its winner
    stays known.
    """
    sees, is_gone = place_visibility(context.interaction), place_absence(context.interaction.client)
    person = context.person.id

    def sees_tournament(tournament: Tournament) -> bool:
        is_theirs = tournament.organiser == person or tournament.entry_of(person) is not None
        return is_theirs or sees(tournament.place) or is_gone(tournament.place)

    return sees_tournament
