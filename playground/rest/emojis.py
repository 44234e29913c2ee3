"""The emojis of the application."""

from playground.rest.call import NO_CONTENT, Call, Endpoint, Reply
from playground.values.errors import UNKNOWN_APPLICATION, ApiError
from playground.world.emojis import EmojiBook
from playground.world.world import World

BASE = "/applications/{application}/emojis"


class EmojiRest:
    """The endpoints of application-owned emojis (resources/emoji)."""

    def __init__(self, world: World, book: EmojiBook) -> None:
        self._world = world
        self._book = book

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint("GET", BASE, self.list_emojis),
            Endpoint("POST", BASE, self.add_emoji),
            Endpoint("GET", BASE + "/{emoji}", self.show_emoji),
            Endpoint("PATCH", BASE + "/{emoji}", self.rename_emoji),
            Endpoint("DELETE", BASE + "/{emoji}", self.remove_emoji),
        ]

    def _check(self, call: Call) -> None:
        if call.params["application"] != self._world.bot.id:
            raise ApiError(UNKNOWN_APPLICATION)

    def list_emojis(self, call: Call) -> Reply:
        """GET: return all emojis."""
        self._check(call)
        return Reply(200, {"items": self._book.everything()})

    def add_emoji(self, call: Call) -> Reply:
        """POST: create an emoji."""
        self._check(call)
        return Reply(201, self._book.add(call.body))

    def show_emoji(self, call: Call) -> Reply:
        """GET: return an emoji."""
        self._check(call)
        return Reply(200, self._book.shape(self._book.get(call.params["emoji"])))

    def rename_emoji(self, call: Call) -> Reply:
        """PATCH: change an emoji."""
        self._check(call)
        return Reply(200, self._book.rename(call.params["emoji"], call.body))

    def remove_emoji(self, call: Call) -> Reply:
        """DELETE: delete an emoji."""
        self._check(call)
        self._book.remove(call.params["emoji"])
        return NO_CONTENT
