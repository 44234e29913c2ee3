"""Refusals as Discord words them, and those of the playground's own interface."""

from dataclasses import dataclass

from playground.people import Json


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer other than success: HTTP status, Discord's error code and sentence."""

    status: int
    code: int
    message: str


class ApiError(Exception):
    """Refuse a REST request of the bot, with the errors tree of Discord where it has one."""

    def __init__(self, refusal: Refusal, errors: Json | None = None) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal
        self.errors = errors

    def body(self) -> Json:
        """Return Discord's error object."""
        body: Json = {"message": self.refusal.message, "code": self.refusal.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class ClientError(ValueError):
    """Refuse what a person's client asks, in a sentence for its user."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


UNAUTHORIZED = Refusal(401, 0, "401: Unauthorized")
NOT_FOUND = Refusal(404, 0, "404: Not Found")
METHOD_NOT_ALLOWED = Refusal(405, 0, "405: Method Not Allowed")
BAD_BODY = Refusal(400, 50109, "The request body contains invalid JSON.")
INVALID_FORM = Refusal(400, 50035, "Invalid Form Body")
UNKNOWN_APPLICATION = Refusal(404, 10002, "Unknown Application")
UNKNOWN_CHANNEL = Refusal(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = Refusal(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = Refusal(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = Refusal(404, 10008, "Unknown Message")
UNKNOWN_USER = Refusal(404, 10013, "Unknown User")
UNKNOWN_WEBHOOK = Refusal(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Refusal(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = Refusal(404, 10063, "Unknown application command")
TOO_LARGE = Refusal(413, 40005, "Request entity too large")
ALREADY_ACKNOWLEDGED = Refusal(400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = Refusal(403, 50001, "Missing Access")
OTHERS_MESSAGE = Refusal(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = Refusal(400, 50006, "Cannot send an empty message")
CANNOT_DM = Refusal(403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS = Refusal(403, 50013, "Missing Permissions")
WRONG_CHANNEL_TYPE = Refusal(400, 50024, "Cannot execute action on this channel type")
INVALID_WEBHOOK_TOKEN = Refusal(401, 50027, "Invalid Webhook Token")
INVALID_RECIPIENTS = Refusal(400, 50033, "Invalid Recipient(s)")
THREAD_ARCHIVED = Refusal(400, 50083, "Thread is archived")
THREAD_EXISTS = Refusal(400, 160004, "A thread has already been created for this message")
THREAD_LOCKED = Refusal(403, 160005, "This thread is locked")
TOO_MANY_OLD_EDITS = Refusal(
    429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later."
)
