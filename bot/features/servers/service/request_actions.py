"""Actions of requests about servers."""

from bot.kernel.transactions.unit_of_work import RequestAction


class ServerAction(RequestAction):
    """Requests about servers."""

    OVERVIEW = "overview"
    RULES = "rules"
    PLAYERS = "players"
    ADJUDICATE = "adjudicate"
    CORRECT = "correct"
