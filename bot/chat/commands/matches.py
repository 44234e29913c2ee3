"""The `game:` option: which matches to offer while a person types."""

from collections.abc import Callable

from discord import Interaction
from discord.app_commands import Choice

from bot.chat.house import House, caller_for
from bot.chat.lists import title
from bot.play.model import Match

MOST = 25


Fits = Callable[[Match, int], bool]
"""Says whether a match is one in which a person can do what is asked for."""


async def suggest_matches(
    house: House, interaction: Interaction, typed: str, *, running: bool = True, fits: Fits | None = None
) -> list[Choice[str]]:
    """Return the person's matches, running ones of this channel first, narrowed by what was typed."""
    caller = await caller_for(house, interaction)
    here = await house.club.matches_in(caller.place.channel) if running else ()
    own = await house.club.matches_of(caller.person.id, running=running)
    found = {match.id: match for match in (*here, *own)}.values()
    matches = [match for match in found if fits is None or fits(match, caller.person.id)]
    names = await house.club.names({player for match in matches for player in match.players})
    labels = [(title(match, caller.person.id, names, caller.t), str(match.id)) for match in matches]
    wanted = typed.strip().lstrip("#").lower()
    fitting = [(label, value) for label, value in labels if wanted in label.lower()]
    return [Choice(name=label[:100], value=value) for label, value in fitting[:MOST]]
