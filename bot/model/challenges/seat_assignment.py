"""The assignment of seats: numbers of players, sizes of parties, random seats."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from bot.model.challenges.challenge import Challenge, Member
from bot.model.ports import Chance
from rules.contract import Game, InvalidOption
from rules.contract.capabilities import parties_of

Parties = tuple[tuple[int, ...], ...]
_Choice = TypeVar("_Choice")


def playable(game: Game, options: Mapping[str, str], players: int | None) -> tuple[int, ...]:
    """Return the player counts that these options allow, ascending; only `players` if that is given.

    Raises InvalidOption if there is none.
    """
    if players is not None:
        game.new(options, players=players)
        return (players,)
    possible: list[int] = []
    errors: list[InvalidOption] = []
    for number in game.seats:
        try:
            game.new(options, players=number)
        except InvalidOption as error:
            errors.append(error)
        else:
            possible.append(number)
    if not possible:
        raise errors[0]
    return tuple(possible)


def roles_of(game: Game, numbers: Sequence[int]) -> tuple[str, ...]:
    """Return the roles that occur with any of these player counts."""
    return tuple(dict.fromkeys(role for number in numbers for role in game.roles(number)))


def parties_among(game: Game, options: Mapping[str, str], players: int) -> Parties:
    """Return the seats of each party; none if there are no teams."""
    parties = parties_of(game.new(options, players=players))
    return parties if any(len(party) > 1 for party in parties) else ()


class Readiness(StrEnum):
    """The reason why a table is ready: it is full, or all invited people have answered.

    SHORT: all have answered, but the game cannot be played by that many.
    """

    FULL = "full"
    ANSWERED = "answered"
    SHORT = "short"


def readiness(lobby: Challenge, numbers: Sequence[int]) -> Readiness | None:
    """Return why nobody else can join a lobby, None if people can; `numbers` are the playable counts."""
    joined = {member.person for member in lobby.members}
    if len(joined) >= max(numbers):
        return Readiness.FULL
    if not lobby.closed or not joined.issuperset(lobby.invitees):
        return None
    return Readiness.ANSWERED if len(joined) in numbers else Readiness.SHORT


def starts_by_itself(lobby: Challenge, numbers: Sequence[int], *, all_come: bool) -> bool:
    """Return whether all players that the host asked for have joined: a fixed number, or all invited.

    `all_come`: no invited person has declined; otherwise the host decides.
    """
    result = readiness(lobby, numbers)
    if result is Readiness.FULL and lobby.terms.players is not None:
        return True
    joined = {member.person for member in lobby.members}
    invited = lobby.closed and joined.issuperset(lobby.invitees)
    return invited and all_come and result in {Readiness.FULL, Readiness.ANSWERED}


def with_party_of_role(host: Member, role: str, roles: Sequence[str], parties: Parties) -> Member:
    """Return the host with the party of their role, unless they chose a party themselves."""
    if host.party is not None or role not in roles:
        return host
    seat = roles.index(role)
    return Member(host.person, next((at for at, party in enumerate(parties) if seat in party), None))


def has_room(members: Sequence[Member], party: int, parties: Parties) -> bool:
    """Return whether a party has a free seat."""
    occupied = sum(member.party == party for member in members)
    return 0 <= party < len(parties) and occupied < len(parties[party])


def seat(
    members: Sequence[Member], role: str, roles: Sequence[str], parties: Parties, chance: Chance
) -> tuple[int, ...]:
    """Assign the members, the challenger first, to seats; return the people by seat.

    The challenger gets the seat of their role, if it exists and belongs to their party; then, in order of
    joining, people get seats in their parties while there is room; all others are seated at random.
    """
    seating: dict[int, Member] = {}
    host = members[0]
    if role in roles:
        role_number = roles.index(role)
        if host.party is None or role_number in _seats_of(host.party, parties):
            seating[role_number] = host
    for member in members:
        free = [seat for seat in _seats_of(member.party, parties) if seat not in seating]
        if free and member not in seating.values():
            seating[_draw(free, chance)] = member
    rest = [member for member in members if member not in seating.values()]
    for number in range(len(members)):
        if number not in seating:
            seating[number] = _draw(rest, chance)
            rest.remove(seating[number])
    return tuple(seating[number].person for number in range(len(members)))


def _seats_of(party: int | None, parties: Parties) -> tuple[int, ...]:
    return parties[party] if party is not None and 0 <= party < len(parties) else ()


def _draw(choices: Sequence[_Choice], chance: Chance) -> _Choice:
    return choices[chance.choose(len(choices)) if len(choices) > 1 else 0]
