"""Actions of requests about tournaments."""

from bot.kernel.transactions.unit_of_work import RequestAction


class TournamentAction(RequestAction):
    """Requests about tournaments."""

    TOURNAMENT = "tournament"
    ENTER = "enter"
    QUIT = "quit"
    BEGIN = "begin"
    CALL_OFF = "call-off"
    CHALLENGE_RUNG = "challenge-rung"
