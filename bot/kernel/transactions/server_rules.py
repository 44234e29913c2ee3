"""Checks of a server's rules on matches and challenges."""

from collections.abc import Iterable

from bot.model.people.person import Person, Place
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import Admission, ServerRules
from bot.repositories.servers.server_rules import ServerRulesRepository
from bot.repositories.servers.servers import ServerRepository
from data.session import Session


async def check_allowed(
    session: Session, place: Place, key: str, host: Person, people: Iterable[Person]
) -> None:
    """Check that a server's rules allow a game in a place, or in its parent channel.

    They must also allow its `host` and, as far as their roles are known, `people`. Raises Refusal:
    "channel-not-allowed", "game-not-allowed", "server-gone", and those of `check_player`.
    """
    if place.server is None:
        return
    await check_there(session, place.server)
    rules = await session.of(ServerRulesRepository).of(place.server)
    _check_player(rules, place.server, host)
    _check_others(rules, place.server, people)
    if not rules.allow_place(place):
        raise Refusal("channel-not-allowed", channels=", ".join(map(str, rules.channels)))
    if not rules.allow_game(key):
        raise Refusal("game-not-allowed", games=", ".join(rules.games))


async def check_player(
    session: Session, server: int | None, person: Person, others: Iterable[Person] = ()
) -> None:
    """Check that the acting person may play in a server, and `others` as far as their roles are known.

    Raises Refusal: "player-barred", "player-not-allowed", "player-elsewhere" (if it depends on their roles,
    but they act outside the server), "opponent-barred".
    """
    if server is not None:
        rules = await session.of(ServerRulesRepository).of(server)
        _check_player(rules, server, person)
        _check_others(rules, server, others)


def _check_player(rules: ServerRules, server: int, person: Person) -> None:
    match rules.admission(person.id, person.roles_in(server)):
        case Admission.BARRED:
            raise Refusal("player-barred")
        case Admission.NOT_ALLOWED:
            raise Refusal("player-not-allowed")
        case Admission.UNKNOWN:
            raise Refusal("player-elsewhere")
        case Admission.ADMITTED:
            pass


def _check_others(rules: ServerRules, server: int, people: Iterable[Person]) -> None:
    """Check people outside the interaction; unknown roles are checked when they answer."""
    for person in people:
        if rules.refuse(person.id, person.roles_in(server)):
            raise Refusal("opponent-barred", player=str(person.id))


async def check_there(session: Session, server: int | None) -> None:
    """Check that the bot is still in the server of a new game. Raises Refusal: "server-gone"."""
    if server is not None and await session.of(ServerRepository).is_gone(server):
        raise Refusal("server-gone")


async def has_engines(session: Session, place: Place) -> bool:
    """Return whether a server's rules allow games against engines in a place."""
    return place.server is None or (await session.of(ServerRulesRepository).of(place.server)).allow_engines(
        place
    )


async def check_engines(session: Session, place: Place) -> None:
    """Check that a server's rules allow games against engines in a place.

    Raises Refusal: "engines-off", "engines-elsewhere".
    """
    if place.server is None:
        return
    rules = await session.of(ServerRulesRepository).of(place.server)
    if not rules.engines:
        raise Refusal("engines-off")
    if not rules.allow_engines(place):
        raise Refusal("engines-elsewhere", channels=", ".join(map(str, rules.engine_channels)))
