"""Refusals, worded as by Discord, and the playground's own."""

from dataclasses import dataclass

from playground.values.people import Json


@dataclass(frozen=True, slots=True)
class ApiRefusal:
    """An answer other than success: HTTP status, Discord's error code and sentence."""

    status: int
    code: int
    message: str


class ApiError(Exception):
    """A refused REST request of the bot, with Discord's errors tree if it has one."""

    def __init__(self, refusal: ApiRefusal, errors: Json | None = None) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal
        self.errors = errors

    def body(self) -> Json:
        """Return Discord's error object."""
        body: Json = {"message": self.refusal.message, "code": self.refusal.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body

    def headers(self) -> dict[str, str]:
        return {}


class RateLimited(ApiError):
    """A 429 with the seconds to wait."""

    def __init__(self, refusal: ApiRefusal, retry_after: float, *, shared: bool = False) -> None:
        super().__init__(refusal)
        self.retry_after = retry_after
        self.shared = shared

    def body(self) -> Json:
        """Return Discord's error object including the time to wait."""
        return super().body() | {"retry_after": round(self.retry_after, 3), "global": False}

    def headers(self) -> dict[str, str]:
        """Return the headers of a limit, the bot's own or a shared one."""
        headers = rate_limit_headers(self.retry_after, everywhere=False)
        return headers | {"X-RateLimit-Scope": "shared"} if self.shared else headers


def rate_limit_headers(retry_after: float, *, everywhere: bool) -> dict[str, str]:
    """Return the headers of a 429 from Discord itself, not from Cloudflare in front of it."""
    headers = {
        "Via": "1.1 playground",
        "Retry-After": str(max(1, round(retry_after))),
        "X-RateLimit-Scope": "global" if everywhere else "user",
    }
    return headers | ({"X-RateLimit-Global": "true"} if everywhere else {})


class LateFailure(ApiError):
    """A refusal sent after some seconds."""

    def __init__(self, refusal: ApiRefusal, seconds: float) -> None:
        super().__init__(refusal)
        self.seconds = seconds


class ClientError(ValueError):
    """A refusal for a person's client, as a sentence for its user."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


UNAUTHORIZED = ApiRefusal(401, 0, "401: Unauthorized")
NOT_FOUND = ApiRefusal(404, 0, "404: Not Found")
# interactions/receiving-and-responding says when LAUNCH_ACTIVITY can be used; Discord publishes no code.
ACTIVITY_REFUSED = ApiRefusal(400, 0, "This application has no Activity that can be launched here")
METHOD_NOT_ALLOWED = ApiRefusal(405, 0, "405: Method Not Allowed")
SERVER_ERROR = ApiRefusal(500, 0, "500: Internal Server Error")
BAD_BODY = ApiRefusal(400, 50109, "The request body contains invalid JSON.")
INVALID_FORM = ApiRefusal(400, 50035, "Invalid Form Body")
UNKNOWN_APPLICATION = ApiRefusal(404, 10002, "Unknown Application")
UNKNOWN_CHANNEL = ApiRefusal(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = ApiRefusal(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = ApiRefusal(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = ApiRefusal(404, 10008, "Unknown Message")
UNKNOWN_ROLE = ApiRefusal(404, 10011, "Unknown Role")
UNKNOWN_USER = ApiRefusal(404, 10013, "Unknown User")
UNKNOWN_WEBHOOK = ApiRefusal(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = ApiRefusal(404, 10062, "Unknown interaction")
UNKNOWN_EMOJI = ApiRefusal(404, 10014, "Unknown Emoji")
UNKNOWN_COMMAND = ApiRefusal(404, 10063, "Unknown application command")
SLOWMODE = ApiRefusal(429, 20016, "This action cannot be performed due to slowmode rate limit.")
QUARANTINED = ApiRefusal(403, 20026, "Your bot has been flagged by our anti-spam system for abusive behavior")
TOO_MANY_PUBLISHED_EDITS = ApiRefusal(
    400, 20022, "This message cannot be edited due to announcement rate limits."
)
CHANNEL_WRITTEN_TOO_MUCH = ApiRefusal(
    429, 20028, "The write action you are performing on the channel has hit the write rate limit."
)
SERVER_WRITTEN_TOO_MUCH = ApiRefusal(
    429, 20029, "The write action you are performing on the server has hit the write rate limit."
)
DMS_TOO_FAST = ApiRefusal(403, 40003, "You are opening direct messages too fast")
SENDING_DISABLED = ApiRefusal(403, 40004, "Send messages has been temporarily disabled")
TOO_LARGE = ApiRefusal(413, 40005, "Request entity too large")
FEATURE_DISABLED = ApiRefusal(403, 40006, "This feature has been temporarily disabled server-side")
FORUM_CHANNEL = ApiRefusal(400, 40058, "Cannot send a message in a forum channel")
TOO_MANY_CREATIONS = ApiRefusal(
    400, 30034, "Max number of daily application command creates has been reached (200)"
)
ALREADY_ACKNOWLEDGED = ApiRefusal(400, 40060, "Interaction has already been acknowledged.")
TOO_MANY_FOLLOW_UPS = ApiRefusal(
    400, 40094, "This interaction has hit the maximum number of follow up messages"
)
NO_FREE_TAG = ApiRefusal(400, 40066, "There are no tags available that can be set by non-moderators")
TAG_REQUIRED = ApiRefusal(400, 40067, "A tag is required to create a forum post in this channel")
CLOUDFLARE = ApiRefusal(403, 40333, "internal network error")
MISSING_ACCESS = ApiRefusal(403, 50001, "Missing Access")
OTHERS_MESSAGE = ApiRefusal(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = ApiRefusal(400, 50006, "Cannot send an empty message")
SYSTEM_MESSAGE = ApiRefusal(403, 50021, "Cannot execute action on a system message")
CANNOT_DM = ApiRefusal(403, 50007, "Cannot send messages to this user")
NO_TEXT_CHANNEL = ApiRefusal(400, 50008, "Cannot send messages in a non-text channel")
MISSING_PERMISSIONS = ApiRefusal(403, 50013, "Missing Permissions")
WRONG_CHANNEL_TYPE = ApiRefusal(400, 50024, "Cannot execute action on this channel type")
INVALID_WEBHOOK_TOKEN = ApiRefusal(401, 50027, "Invalid Webhook Token")
INVALID_RECIPIENTS = ApiRefusal(400, 50033, "Invalid Recipient(s)")
FILE_TOO_LARGE = ApiRefusal(400, 50045, "File uploaded exceeds the maximum size")
THREAD_ARCHIVED = ApiRefusal(400, 50083, "Thread is archived")
ENTRY_POINT_LEFT_OUT = ApiRefusal(
    400,
    50240,
    "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry"
    " Point command in your update request or delete it separately.",
)
NO_MUTUAL_GUILD = ApiRefusal(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
NO_REPLY = ApiRefusal(403, 160002, "Cannot reply without permission to read message history")
THREAD_EXISTS = ApiRefusal(400, 160004, "A thread has already been created for this message")
THREAD_LOCKED = ApiRefusal(403, 160005, "This thread is locked")
TOO_MANY_THREADS = ApiRefusal(400, 160006, "Maximum number of active threads reached")
TOO_MANY_ANNOUNCEMENTS = ApiRefusal(400, 160007, "Maximum number of active announcement threads reached")
BLOCKED_MESSAGE = ApiRefusal(400, 200000, "Message was blocked by automatic moderation")
BLOCKED_TITLE = ApiRefusal(400, 200001, "Title was blocked by automatic moderation")
HARMFUL_LINK = ApiRefusal(400, 240000, "Message blocked by harmful links filter")
UPLOADS_LIMITED = ApiRefusal(400, 400001, "Access to file uploads has been limited for this guild")
SHARED_LIMIT = ApiRefusal(429, 0, "The resource is being rate limited.")
TOO_MANY_OLD_EDITS = ApiRefusal(
    429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later."
)

# The refusals that a fault can name by code. The 400 statuses from 40058 on, and the status of 20022, are
# observed or guessed: Discord documents none of them (topics/opcodes-and-status-codes).
KNOWN: dict[int, ApiRefusal] = {
    refusal.code: refusal
    for refusal in (
        UNKNOWN_CHANNEL,
        UNKNOWN_GUILD,
        UNKNOWN_MESSAGE,
        UNKNOWN_ROLE,
        UNKNOWN_USER,
        UNKNOWN_WEBHOOK,
        UNKNOWN_INTERACTION,
        SLOWMODE,
        QUARANTINED,
        TOO_MANY_PUBLISHED_EDITS,
        CHANNEL_WRITTEN_TOO_MUCH,
        SERVER_WRITTEN_TOO_MUCH,
        DMS_TOO_FAST,
        SENDING_DISABLED,
        TOO_LARGE,
        FEATURE_DISABLED,
        FORUM_CHANNEL,
        TOO_MANY_CREATIONS,
        ALREADY_ACKNOWLEDGED,
        TOO_MANY_FOLLOW_UPS,
        NO_FREE_TAG,
        TAG_REQUIRED,
        CLOUDFLARE,
        MISSING_ACCESS,
        OTHERS_MESSAGE,
        EMPTY_MESSAGE,
        SYSTEM_MESSAGE,
        CANNOT_DM,
        NO_TEXT_CHANNEL,
        MISSING_PERMISSIONS,
        WRONG_CHANNEL_TYPE,
        INVALID_WEBHOOK_TOKEN,
        INVALID_RECIPIENTS,
        INVALID_FORM,
        FILE_TOO_LARGE,
        THREAD_ARCHIVED,
        ENTRY_POINT_LEFT_OUT,
        NO_MUTUAL_GUILD,
        NO_REPLY,
        THREAD_EXISTS,
        THREAD_LOCKED,
        TOO_MANY_THREADS,
        TOO_MANY_ANNOUNCEMENTS,
        BLOCKED_MESSAGE,
        BLOCKED_TITLE,
        HARMFUL_LINK,
        UPLOADS_LIMITED,
        TOO_MANY_OLD_EDITS,
    )
}
