"""The card of a lobby: people join and leave a game for more than two players until it starts."""

from collections.abc import Sequence

from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.messages import headlines, layouts
from bot.chat.core.messages.public_message import PublicMessage, Scene
from bot.chat.core.pictures import Pictures
from bot.chat.core.words import dice_text, phrases, time_text
from bot.features.challenges.commands.terms_text import terms_lines
from bot.features.challenges.messages import card_ids
from bot.features.challenges.services import Cards
from bot.locale import Language
from bot.model.challenges.challenge import Challenge, ChallengeStatus, Member
from bot.model.challenges.seat_assignment import Parties, parties_among, playable, with_party_of_role
from render import View
from rules.contract import State
from rules.contract.capabilities import parties_of


async def lobby_card(cards: Cards, pictures: Pictures, challenge: Challenge, t: Language) -> PublicMessage:
    """Return a lobby's card with a picture of the first position for the present players."""
    party_count = _party_count(cards, challenge)
    can_fill = await cards.practice.is_offered_in(challenge.place)
    fill = layouts.button(t("button.fill"), custom_ids.write("fill", challenge.id))
    return PublicMessage(
        headline=headlines.challenge(challenge, await cards.people.names({challenge.challenger}), t),
        body=await lobby_text(cards, challenge, t),
        rows=(
            _join_row(challenge, party_count, t),
            _host_row(challenge, t),
            *([(fill,)] if can_fill else []),
        ),
        scene=Scene(_shown_state(cards, challenge), pictures.view_for(View()), t),
    )


async def lobby_text(cards: Cards, challenge: Challenge, t: Language) -> str:
    """Return the text of a lobby's card: host, players, invited people, terms."""
    members = _members_with_teams(cards, challenge)
    player_names = [
        phrases.mention(member.person)
        if member.party is None
        else t("lobby.in-party", player=phrases.mention(member.person), party=member.party + 1)
        for member in members
    ]
    player_ids = {member.person for member in challenge.members}
    invited = [person for person in challenge.invitees if person not in player_ids]
    invitee_names = [phrases.mention(person) for person in invited]
    away = await cards.settings.away([*player_ids, *invited])
    host = phrases.mention(challenge.challenger)
    lines = [
        t("lobby.title", host=host),
        "" if challenge.rematch_of is None else t("challenge.rematch", number=challenge.rematch_of),
        *map(layouts.small, terms_lines(cards.games[challenge.terms.key], challenge, t)),
        t("lobby.members", n=len(player_names), people=t("list.and").join(player_names)),
        *_team_lines(cards, challenge, members, t),
        t("lobby.awaited", people=t("list.and").join(invitee_names)) if invitee_names else "",
        _admission_line(challenge, t),
        time_text.absent(away, t),
        dice_text.commitment_line(challenge, t),
    ]
    return "\n".join(line for line in lines if line)


def _admission_line(challenge: Challenge, t: Language) -> str:
    """Return the line about admission; empty once the table has closed."""
    if challenge.status is not ChallengeStatus.OPEN:
        return ""
    return t("lobby.closed" if challenge.closed else "lobby.open")


def _members_with_teams(cards: Cards, challenge: Challenge) -> tuple[Member, ...]:
    """Return the present players, with their preferred teams if there are teams to choose."""
    parties = _shown_parties(cards, challenge)
    if not parties:
        return tuple(Member(member.person) for member in challenge.members)
    roles = cards.games[challenge.terms.key].roles(_shown_number(cards, challenge))
    host, *others = challenge.members
    return (with_party_of_role(host, challenge.terms.role, roles, parties), *others)


def _team_lines(cards: Cards, challenge: Challenge, members: Sequence[Member], t: Language) -> list[str]:
    """Return a line for each team: its colours, and its players."""
    roles = cards.games[challenge.terms.key].roles(_shown_number(cards, challenge))
    lines = []
    for number, seats in enumerate(_shown_parties(cards, challenge)):
        colours = t("list.plus").join(t(f"{challenge.terms.key}.role.{roles[seat]}") for seat in seats)
        people = [phrases.mention(member.person) for member in members if member.party == number]
        text_id = "lobby.team-of" if people else "lobby.team"
        lines.append(t(text_id, number=number + 1, roles=colours, people=t("list.and").join(people)))
    return lines


def _shown_parties(cards: Cards, challenge: Challenge) -> Parties:
    """Return the seats of each team; none without teams, or once the board shows them."""
    if challenge.status is ChallengeStatus.ACCEPTED:
        return ()
    return parties_among(
        cards.games[challenge.terms.key], challenge.terms.options, _shown_number(cards, challenge)
    )


def _first_state(cards: Cards, challenge: Challenge) -> State:
    """Return the first position for the chosen number of players, or for more than are present."""
    game = cards.games[challenge.terms.key]
    numbers = playable(game, challenge.terms.options, challenge.terms.players)
    number = next((number for number in numbers if number > len(challenge.members)), numbers[-1])
    return game.new(challenge.terms.options, players=number)


def _shown_state(cards: Cards, challenge: Challenge) -> State:
    """Return the first position for the shown number of players."""
    return cards.games[challenge.terms.key].new(
        challenge.terms.options, players=_shown_number(cards, challenge)
    )


def _shown_number(cards: Cards, challenge: Challenge) -> int:
    """Return the chosen number of players, or the smallest that fits the present ones.

    It is larger if a player has chosen a team that only exists with more players.
    """
    game = cards.games[challenge.terms.key]
    numbers = playable(game, challenge.terms.options, challenge.terms.players)
    large_enough = [number for number in numbers if number >= len(challenge.members)]
    teams = 1 + max((member.party or 0 for member in challenge.members), default=0)
    for number in large_enough:
        if teams <= len(parties_among(game, challenge.terms.options, number)):
            return number
    return (large_enough or numbers[-1:])[0]


def _party_count(cards: Cards, challenge: Challenge) -> int:
    """Return the number of parties to choose from; 0 if all players play alone."""
    parties = parties_of(_first_state(cards, challenge))
    return len(parties) if any(len(party) > 1 for party in parties) else 0


def _join_row(challenge: Challenge, party_count: int, t: Language) -> tuple[layouts.Button, ...]:
    if party_count:
        joins = [
            layouts.button(
                t("button.join-party", number=number + 1),
                card_ids.join_id(challenge, number),
                ButtonStyle.success,
            )
            for number in range(party_count)
        ]
    else:
        joins = [layouts.button(t("button.join"), card_ids.join_id(challenge), ButtonStyle.success)]
    leave = layouts.button(t("button.leave"), custom_ids.write("leave", challenge.id))
    decline = layouts.button(
        t("button.decline"), custom_ids.write("decline", challenge.id), ButtonStyle.danger
    )
    return (*joins, leave, *([decline] if challenge.invitees else []))


def _host_row(challenge: Challenge, t: Language) -> tuple[layouts.Button, ...]:
    toggle = layouts.button(
        t("button.open" if challenge.closed else "button.close"),
        custom_ids.write("door", challenge.id, 0 if challenge.closed else 1),
    )
    return (
        layouts.button(t("button.start"), custom_ids.write("start", challenge.id), ButtonStyle.primary),
        toggle,
        layouts.button(t("button.change"), custom_ids.write("change", challenge.id)),
        layouts.button(t("button.withdraw"), custom_ids.write("withdraw", challenge.id)),
        layouts.button(t("button.rules"), custom_ids.write("rules", challenge.terms.key)),
    )
