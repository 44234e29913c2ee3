"""The `game:` option: which matches to offer while a person types."""

from collections.abc import Mapping

from discord import Interaction
from discord.app_commands import Choice

from bot.chat.house import House, caller_of
from bot.locale import Language
from bot.play.model import Match

MOST = 25


async def suggest_matches(
    house: House, interaction: Interaction, typed: str, *, running: bool = True
) -> list[Choice[str]]:
    """Return the person's matches, running ones of this channel first, narrowed by what was typed."""
    caller = caller_of(interaction, house.texts)
    here = await house.club.matches_in(caller.place.channel) if running else ()
    own = await house.club.matches_of(caller.person.id, running=running)
    matches = {match.id: match for match in (*here, *own)}.values()
    names = await house.club.names({player for match in matches for player in match.players})
    labels = [(title(match, caller.person.id, names, caller.t), str(match.id)) for match in matches]
    wanted = typed.strip().lstrip("#").lower()
    fitting = [(label, value) for label, value in labels if wanted in label.lower()]
    return [Choice(name=label[:100], value=value) for label, value in fitting[:MOST]]


def title(match: Match, person: int, names: Mapping[int, str], t: Language) -> str:
    """Return one line that tells a match from others: number, game, opponents, whose turn."""
    others = [names.get(player, "?") for player in match.players if player != person]
    if match.turn is None:
        status = t("games.over")
    elif match.mover == person:
        status = t("games.your-turn")
    else:
        status = t("games.their-turn", name=names.get(match.players[match.turn], "?"))
    return t(
        "games.title",
        number=match.id,
        game=t(f"{match.key}.name"),
        others=t("list.and").join(others),
        status=status,
    )
