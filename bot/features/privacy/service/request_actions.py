"""Actions of requests about blocks and deletions."""

from bot.kernel.transactions.unit_of_work import RequestAction


class PrivacyAction(RequestAction):
    """Requests about blocks and deletions."""

    BLOCK = "block"
    UNBLOCK = "unblock"
    ABORT = "abort"
    ASK_DELETION = "ask-deletion"
    CALL_OFF_DELETION = "call-off-deletion"
