"""Actions of requests about matches."""

from bot.kernel.transactions.unit_of_work import RequestAction


class MatchAction(RequestAction):
    """Requests about matches."""

    TURN = "turn"
    UNDO = "undo"
    RESIGN = "resign"
    CLAIM = "claim"
    MORE_TIME = "more-time"
    SILENCE = "silence"
    OFFER = "offer"
    ANSWER = "answer"
    WITHDRAW_OFFER = "withdraw-offer"
    ADD_LINE = "add-line"
    DELETE_LINES = "delete-lines"
