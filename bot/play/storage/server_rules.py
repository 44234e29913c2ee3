"""How a server's rules are kept, and what they do not allow."""

from bot.play.domain.people import Place
from bot.play.domain.refusal import Refusal
from bot.play.domain.server_rules import ServerRules
from bot.play.domain.time.clocks import read_clock
from data.records import ServerRulesRecord
from data.store import Tables


async def rules_of(tables: Tables, server: int) -> ServerRules:
    """Return how a server wants it."""
    record = await tables.servers.rules(server)
    if record is None:
        return ServerRules()
    return ServerRules(
        record.channels,
        record.games,
        read_clock(record.clock),
        record.threads,
        record.language,
        record.call_role,
    )


async def check_allowed(tables: Tables, place: Place, key: str) -> None:
    """Check that a server's rules have a game in a place, or in a thread that hangs in such a place.

    Raises Refusal: "channel-not-allowed", "game-not-allowed", "server-gone".
    """
    if place.server is None:
        return
    await check_there(tables, place.server)
    rules = await rules_of(tables, place.server)
    if not rules.allow_place(place):
        raise Refusal("channel-not-allowed", channels=", ".join(map(str, rules.channels)))
    if not rules.allow_game(key):
        raise Refusal("game-not-allowed", games=", ".join(rules.games))


async def check_there(tables: Tables, server: int | None) -> None:
    """Check that nothing new begins in a server the bot was removed from. Raises Refusal: "server-gone"."""
    if server is not None and await tables.servers.is_gone(server):
        raise Refusal("server-gone")


def stored_rules(rules: ServerRules) -> ServerRulesRecord:
    """Return a server's rules as the store keeps them."""
    return ServerRulesRecord(
        rules.channels, rules.games, str(rules.clock), rules.threads, rules.language, rules.call_role
    )
