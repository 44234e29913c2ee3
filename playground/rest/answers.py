"""Answers to interactions: callbacks and the webhooks of interaction tokens."""

from playground.interactions.callbacks import Callback, Callbacks, Reaction
from playground.interactions.interactions import Interaction, InteractionBook
from playground.rest.call import NO_CONTENT, Call, Endpoint, Reply
from playground.rest.rate_limits import RateLimits
from playground.values.errors import UNKNOWN_WEBHOOK, ApiError
from playground.values.messages import MessageFlag
from playground.values.people import Json
from playground.world.wire import Wire
from playground.world.world import World

HOOK = "/webhooks/{application}/{token}"
HOOK_MESSAGE = HOOK + "/messages/{message}"


class AnswerRest:
    """The endpoints of interactions, which need an interaction's token instead of the bot's."""

    def __init__(
        self, world: World, wire: Wire, book: InteractionBook, callbacks: Callbacks, limits: RateLimits
    ) -> None:
        self._world = world
        self._wire = wire
        self._book = book
        self._callbacks = callbacks
        self._limits = limits

    def endpoints(self) -> list[Endpoint]:
        callback = "/interactions/{interaction}/{token}/callback"
        return [
            Endpoint("POST", callback, self.callback, open_to_all=True),
            Endpoint("POST", HOOK, self.follow_up, open_to_all=True),
            Endpoint("GET", HOOK_MESSAGE, self.show, open_to_all=True),
            Endpoint("PATCH", HOOK_MESSAGE, self.edit, open_to_all=True),
            Endpoint("DELETE", HOOK_MESSAGE, self.delete, open_to_all=True),
        ]

    def callback(self, call: Call) -> Reply:
        """POST: send the first answer: 204, or 200 with the message under with_response."""
        interaction = self._book.take_unanswered(call.params["interaction"], call.params["token"])
        reaction = self._callbacks.answer(interaction, call.body, call.uploads)
        return Reply(200, self._description(reaction)) if call.asks("with_response") else NO_CONTENT

    def _description(self, reaction: Reaction) -> Json:
        interaction = reaction.interaction
        shape: Json = {
            "id": interaction.id,
            "type": int(interaction.type),
            "channel_id": interaction.channel_id,
        }
        if interaction.guild_id is not None:
            shape["guild_id"] = interaction.guild_id
        description: Json = {"interaction": shape}
        message = reaction.message
        if message is not None:
            shape["response_message_id"] = message.id
            shape["response_message_loading"] = message.has(MessageFlag.LOADING)
            shape["response_message_ephemeral"] = message.ephemeral_for is not None
            description["resource"] = {"type": int(reaction.type), "message": self._wire.message(message)}
        elif reaction.instance_id is not None:
            shape["activity_instance_id"] = reaction.instance_id
            instance = {"id": reaction.instance_id}
            description["resource"] = {"type": int(reaction.type), "activity_instance": instance}
        elif reaction.type is Callback.DEFERRED_UPDATE and interaction.message_id is not None:
            shape["response_message_id"] = interaction.message_id
        return description

    def _interaction(self, call: Call) -> Interaction:
        if call.params["application"] != self._world.bot.id:
            raise ApiError(UNKNOWN_WEBHOOK)
        return self._book.by_token(call.params["token"])

    def follow_up(self, call: Call) -> Reply:
        """POST: send a follow-up."""
        interaction = self._interaction(call)
        self._limits.take_follow_up(interaction.channel_id)
        message = self._callbacks.follow_up(interaction, call.body, call.uploads)
        return Reply(200, self._wire.message(message))

    def show(self, call: Call) -> Reply:
        """GET: return a message of the interaction."""
        message = self._callbacks.message_of(self._interaction(call), call.params["message"])
        return Reply(200, self._wire.message(message))

    def edit(self, call: Call) -> Reply:
        """PATCH: change a message of the interaction."""
        interaction = self._interaction(call)
        message = self._callbacks.edit(interaction, call.params["message"], call.body, call.uploads)
        return Reply(200, self._wire.message(message))

    def delete(self, call: Call) -> Reply:
        """DELETE: delete a message of the interaction."""
        self._callbacks.delete(self._interaction(call), call.params["message"])
        return NO_CONTENT
