"""Actions of requests about challenges, tables and seats."""

from bot.kernel.transactions.unit_of_work import RequestAction


class ChallengeAction(RequestAction):
    """Requests about challenges, tables and seats."""

    CHALLENGE = "challenge"
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    CLOSE = "close"
    OFFER_SEAT = "offer-seat"
    TAKE_SEAT = "take-seat"
    DECLINE_SEAT = "decline-seat"
    WITHDRAW_SEAT = "withdraw-seat"
    REMATCH = "rematch"
    COUNTER = "counter"
    CHANGE_TERMS = "change-terms"
    ANEW = "anew"
