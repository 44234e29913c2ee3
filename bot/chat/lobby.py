"""The card of a lobby: a challenge to a game of more than two, joined and left until it starts."""

from discord import ButtonStyle

from bot.chat import headlines, ids, layouts, narration, timing
from bot.chat.house import House
from bot.chat.public_message import PublicMessage, Scene
from bot.locale import Language
from bot.play.model import Challenge
from bot.play.seating import playable
from render import View
from rules.contract import State
from rules.contract.capabilities import parties_of


async def lobby_card(house: House, challenge: Challenge, t: Language) -> PublicMessage:
    """Return the card of a lobby with a picture of the first position for those who have come so far."""
    parties = _parties(house, challenge)
    return PublicMessage(
        headline=headlines.challenge(challenge, await house.club.names({challenge.challenger}), t),
        body=await lobby_text(house, challenge, t),
        rows=(_join_row(challenge, parties, t), _host_row(challenge, t)),
        scene=Scene(_shown_state(house, challenge), View(), t),
    )


async def lobby_text(house: House, challenge: Challenge, t: Language) -> str:
    """Return what a lobby's card says: who asks, who has come, who is awaited, what is played."""
    game = house.games[challenge.key]
    parties = _parties(house, challenge)
    wanted = (
        t("lobby.any-number", numbers=", ".join(map(str, playable(game, challenge.options, None))))
        if challenge.players is None
        else t("lobby.number", n=challenge.players)
    )
    came = [
        narration.mention(member.person)
        if member.party is None or not parties
        else t("lobby.in-party", player=narration.mention(member.person), party=member.party + 1)
        for member in challenge.members
    ]
    joined = {member.person for member in challenge.members}
    invited = [person for person in challenge.invited if person not in joined]
    awaited = [narration.mention(person) for person in invited]
    away = await house.club.away([*joined, *invited])
    host = narration.mention(challenge.challenger)
    lines = [
        t("lobby.title", host=host, game=t(f"{challenge.key}.name")),
        "" if challenge.rematch_of is None else t("challenge.rematch", number=challenge.rematch_of),
        narration.role_wish(challenge, t),
        narration.choices(
            challenge.key, game, [(o.key, challenge.options[o.key]) for o in game.options], t, every=False
        ),
        wanted,
        timing.wish(challenge, t),
        t("lobby.members", n=len(came), people=t("list.and").join(came)),
        t("lobby.awaited", people=t("list.and").join(awaited)) if awaited else "",
        t("lobby.closed" if challenge.closed else "lobby.open"),
        timing.absent(away, t),
    ]
    return "\n".join(line for line in lines if line)


def _first_state(house: House, challenge: Challenge) -> State:
    """Return the first position for the number of players that is wanted, or with one more than have come."""
    game = house.games[challenge.key]
    numbers = playable(game, challenge.options, challenge.players)
    number = next((number for number in numbers if number > len(challenge.members)), numbers[-1])
    return game.new(challenge.options, players=number)


def _shown_state(house: House, challenge: Challenge) -> State:
    """Return the first position for the number of players that is wanted, or for those who have come."""
    game = house.games[challenge.key]
    numbers = playable(game, challenge.options, challenge.players)
    number = next((number for number in numbers if number >= len(challenge.members)), numbers[-1])
    return game.new(challenge.options, players=number)


def _parties(house: House, challenge: Challenge) -> int:
    """Return how many parties there are to choose from; 0 where everyone plays for himself."""
    parties = parties_of(_first_state(house, challenge))
    return len(parties) if any(len(party) > 1 for party in parties) else 0


def _join_row(challenge: Challenge, parties: int, t: Language) -> tuple[layouts.Button, ...]:
    if parties:
        joins = [
            layouts.button(
                t("button.join-party", number=number + 1),
                ids.write("join", challenge.id, number),
                ButtonStyle.success,
            )
            for number in range(parties)
        ]
    else:
        joins = [layouts.button(t("button.join"), ids.write("join", challenge.id), ButtonStyle.success)]
    leave = layouts.button(t("button.leave"), ids.write("leave", challenge.id))
    decline = layouts.button(t("button.decline"), ids.write("decline", challenge.id), ButtonStyle.danger)
    return (*joins, leave, *([decline] if challenge.invited else []))


def _host_row(challenge: Challenge, t: Language) -> tuple[layouts.Button, ...]:
    door = layouts.button(
        t("button.open" if challenge.closed else "button.close"),
        ids.write("door", challenge.id, 0 if challenge.closed else 1),
    )
    return (
        layouts.button(t("button.start"), ids.write("start", challenge.id), ButtonStyle.primary),
        door,
        layouts.button(t("button.withdraw"), ids.write("withdraw", challenge.id)),
    )
