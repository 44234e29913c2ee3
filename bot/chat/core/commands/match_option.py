"""The `game:` option: which matches to offer while a person types."""

from collections.abc import Callable

from discord import Interaction
from discord.app_commands import Choice

from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.interaction_context import context_for
from bot.chat.core.words.list_text import title
from bot.play.domain.matches import Match

MOST = 25


Fits = Callable[[Match, int], bool]
"""Says whether a match is one in which a person can do what is asked for."""


async def suggest_matches(
    app: AppContext, interaction: Interaction, typed: str, *, running: bool = True, fits: Fits | None = None
) -> list[Choice[str]]:
    """Return the person's matches, running ones of this channel first, narrowed by what was typed."""
    context = await context_for(app, interaction)
    here = await app.services.matches.running_at(context.place.channel) if running else ()
    own = await app.services.matches.of(context.person.id, running=running)
    found = {match.id: match for match in (*here, *own)}.values()
    matches = [match for match in found if fits is None or fits(match, context.person.id)]
    names = await app.services.people.names({player for match in matches for player in match.people})
    labels = [(title(match, context.person.id, names, context.t), str(match.id)) for match in matches]
    wanted = typed.strip().lstrip("#").lower()
    fitting = [(label, value) for label, value in labels if wanted in label.lower()]
    return [Choice(name=label[:100], value=value) for label, value in fitting[:MOST]]
