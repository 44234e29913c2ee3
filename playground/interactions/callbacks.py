"""The bot's first answers to interactions, and follow-ups by their tokens."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from playground.interactions.components import check_modal
from playground.interactions.interactions import Act, Answer, Interaction, InteractionBook
from playground.interactions.posting import Posting, PostOrigin
from playground.interactions.shown_forms import ShownForms
from playground.limits.command_limits import check_choices
from playground.limits.forms import Form, body_object
from playground.limits.parts import with_ids
from playground.values.errors import (
    MISSING_PERMISSIONS,
    SERVER_ERROR,
    TOO_MANY_FOLLOW_UPS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    ApiError,
    LateFailure,
)
from playground.values.messages import Message, MessageFlag, MessageType
from playground.values.people import Json
from playground.values.permissions import Permission
from playground.values.places import Channel
from playground.values.uploads import Upload
from playground.world.activities import Activities
from playground.world.installs import is_user_install
from playground.world.old_edits import OldEdits
from playground.world.thread_rules import ThreadRules
from playground.world.world import World


class Callback(IntEnum):
    """The types of an answer to an interaction."""

    PONG = 1
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9
    LAUNCH_ACTIVITY = 12


CALLBACKS = {
    Act.COMMAND: frozenset((1, 4, 5, 9, 12)),
    Act.AUTOCOMPLETE: frozenset((8,)),
    Act.COMPONENT: frozenset((1, 4, 5, 6, 7, 9, 12)),
    Act.MODAL: frozenset((1, 4, 5, 6, 7, 12)),
}
MAX_FOLLOW_UPS = 5
ARCHIVED_SECONDS = 20.0
PUBLIC = frozenset((Callback.MESSAGE, Callback.DEFERRED_MESSAGE))
FIRST_TYPES = {
    Act.COMMAND: MessageType.CHAT_INPUT_COMMAND,
    Act.COMPONENT: MessageType.REPLY,
    Act.MODAL: MessageType.REPLY,
}


@dataclass(frozen=True, slots=True)
class Reaction:
    """The effects of an answer: its type, the new or edited message, the Activity's instance."""

    interaction: Interaction
    type: Callback
    message: Message | None
    instance_id: str | None = None


class Callbacks:
    """Processes the bot's answers to interactions."""

    def __init__(
        self,
        *,
        world: World,
        book: InteractionBook,
        posting: Posting,
        rules: ThreadRules,
        old_edits: OldEdits,
        activities: Activities,
    ) -> None:
        self._world = world
        self._book = book
        self._posting = posting
        self._rules = rules
        self._old_edits = old_edits
        self._activities = activities
        self._forms = ShownForms()

    def answer(self, interaction: Interaction, body: object, uploads: Sequence[Upload]) -> Reaction:
        """Process the first answer; raise ApiError as Discord would."""
        request = body_object(body)
        form = Form()
        allowed = CALLBACKS[interaction.type]
        if interaction.type is Act.MODAL and interaction.message_id is None:
            allowed -= {Callback.UPDATE, Callback.DEFERRED_UPDATE}
        kind = form.choice(("type",), request.get("type"), allowed)
        data = request.get("data")
        if data is not None and not isinstance(data, dict):
            form.not_an_object(("data",))
        form.raise_errors()
        callback = Callback(kind or 0)
        try:
            answer, message = self._apply(interaction, callback, data or {}, uploads)
            instance = self._launch(interaction) if callback is Callback.LAUNCH_ACTIVITY else None
        except ApiError as error:
            if error.errors is None:
                raise
            raise ApiError(error.refusal, {"data": error.errors}) from None
        self._book.settle(interaction, answer)
        return Reaction(interaction, callback, message, instance)

    def _launch(self, interaction: Interaction) -> str:
        channel = self._check_place(interaction, sends=False)
        return self._activities.launch(interaction.user_id, channel).id

    def _apply(
        self, interaction: Interaction, callback: Callback, data: Json, uploads: Sequence[Upload]
    ) -> tuple[Answer, Message | None]:
        self._check_place(interaction, sends=callback in PUBLIC and self._reader(data, interaction) is None)
        match callback:
            case Callback.MESSAGE | Callback.DEFERRED_MESSAGE:
                if callback is Callback.DEFERRED_MESSAGE:
                    self._check_deferral(data)
                message = self._send_first(
                    interaction, data, uploads, loading=callback is Callback.DEFERRED_MESSAGE
                )
                return Answer(callback, message.id), message
            case Callback.DEFERRED_UPDATE:
                return Answer(callback, interaction.message_id), None
            case Callback.UPDATE:
                message = self._edit(self._source_message(interaction), data, uploads)
                return Answer(callback, message.id), message
            case Callback.CHOICES:
                return Answer(callback, choices=_checked_choices(interaction, data)), None
            case Callback.MODAL:
                modal = _checked_modal(data, self._world)
                form = self._forms.show(interaction.user_id, modal, self._world.strictness)
                return Answer(callback, modal=form), None
            case _:
                return Answer(callback), None

    def _check_place(self, interaction: Interaction, *, sends: bool) -> Channel:
        channel = self._world.channel(interaction.channel_id)
        if channel is None:
            raise ApiError(UNKNOWN_CHANNEL)
        self._rules.check_answer(channel, sends=sends)
        return channel

    def _check_deferral(self, data: Json) -> None:
        flags = data.get("flags")
        if not self._world.strictness.deferral_flags_refused or not isinstance(flags, int):
            return
        if flags & ~MessageFlag.EPHEMERAL:
            form = Form()
            # Discord publishes no inner code for it.
            form.add_error(("flags",), "MESSAGE_FLAGS_INVALID", "Only EPHEMERAL may be set on a deferral")
            form.raise_errors()

    def _edit(self, message: Message, data: Json, uploads: Sequence[Upload]) -> Message:
        """Edit a message through an interaction; raise 400/50083 in an archived thread."""
        channel = self._world.channel(message.channel_id)
        if channel is None:
            raise ApiError(UNKNOWN_CHANNEL)
        fails_late = self._world.strictness.deferred_answers_fail_archived
        if fails_late and channel.archived and message.has(MessageFlag.LOADING):
            raise LateFailure(SERVER_ERROR, ARCHIVED_SECONDS)
        self._rules.check_modifying(channel)
        self._old_edits.count_answer(message)
        return self._posting.edit(message, data, uploads)

    def _source_message(self, interaction: Interaction) -> Message:
        message = self._world.find_message(interaction.message_id or "")
        if message is None:
            raise ApiError(UNKNOWN_MESSAGE)
        return message

    def _send_first(
        self, interaction: Interaction, data: Json, uploads: Sequence[Upload], *, loading: bool
    ) -> Message:
        reference = None
        if interaction.message_id is not None:
            reference = self._reference(interaction.channel_id, interaction.message_id)
        origin = PostOrigin(
            type=FIRST_TYPES[interaction.type] if reference or interaction.command else MessageType.DEFAULT,
            ephemeral_for=self._reader(data, interaction),
            reference=reference,
            metadata=interaction.metadata(),
            command=interaction.command,
            token_of=interaction.id,
            loading=loading,
        )
        return self._posting.create(
            channel_id=interaction.channel_id,
            author_id=self._world.bot.id,
            body=data,
            uploads=uploads,
            origin=origin,
        )

    def _reader(self, data: Json, interaction: Interaction) -> str | None:
        """Return the only reader of an answer, None if it is public.

        With only a user install, answers in a server are ephemeral if the person may not USE_EXTERNAL_APPS
        (topics/permissions). If the person may not write, the app cannot answer publicly either
        (resources/application "User Context": 403/50013, or an ephemeral answer).
        """
        flags = data.get("flags")
        if isinstance(flags, int) and flags & MessageFlag.EPHEMERAL:
            return interaction.user_id
        channel = self._world.channel(interaction.channel_id)
        if channel is None or interaction.guild_id is None or not is_user_install(interaction.owners):
            return None
        permissions = self._world.people_may(interaction.user_id, channel)
        send = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        if not permissions & send and self._world.strictness.public_answers_refused:
            raise ApiError(MISSING_PERMISSIONS)
        return (
            None if permissions & send and permissions & Permission.USE_EXTERNAL_APPS else interaction.user_id
        )

    def _reference(self, channel_id: str, message_id: str) -> Json:
        channel = self._world.channels[channel_id]
        reference: Json = {"type": 0, "channel_id": channel_id, "message_id": message_id}
        if channel.guild_id is not None:
            reference["guild_id"] = channel.guild_id
        return reference

    def follow_up(self, interaction: Interaction, body: object, uploads: Sequence[Upload]) -> Message:
        """Send a follow-up; the first one after a deferral replaces the deferred message.

        With only a user install there are 5 (interactions/receiving-and-responding "Create Followup
        Message"), else 400/40094. Inferred: the replacement of a deferred message counts, too.
        """
        data = body_object(body)
        original = self._world.find_message(interaction.original_id or "")
        if is_user_install(interaction.owners) and interaction.follow_ups >= MAX_FOLLOW_UPS:
            raise ApiError(TOO_MANY_FOLLOW_UPS)
        message = self._send_follow_up(interaction, data, uploads, original)
        interaction.follow_ups += 1
        return message

    def _send_follow_up(
        self, interaction: Interaction, data: Json, uploads: Sequence[Upload], original: Message | None
    ) -> Message:
        reader = self._reader(data, interaction)
        self._check_place(interaction, sends=reader is None)
        if original is not None and original.has(MessageFlag.LOADING):
            return self._edit(original, data, uploads)
        reference = self._reference(interaction.channel_id, original.id) if original else None
        metadata = interaction.metadata()
        if original is not None:
            metadata["original_response_message_id"] = original.id
        origin = PostOrigin(
            type=MessageType.REPLY if reference else MessageType.DEFAULT,
            ephemeral_for=reader,
            reference=reference,
            metadata=metadata,
            token_of=interaction.id,
        )
        return self._posting.create(
            channel_id=interaction.channel_id,
            author_id=self._world.bot.id,
            body=data,
            uploads=uploads,
            origin=origin,
        )

    def message_of(self, interaction: Interaction, reference: str) -> Message:
        """Return a message of this token (@original or an id); raise 404/10008."""
        message_id = interaction.original_id if reference == "@original" else reference
        message = self._world.find_message(message_id or "")
        if message is None:
            raise ApiError(UNKNOWN_MESSAGE)
        if message.token_of != interaction.id and message.id != interaction.original_id:
            raise ApiError(UNKNOWN_MESSAGE)
        return message

    def edit(
        self, interaction: Interaction, reference: str, body: object, uploads: Sequence[Upload]
    ) -> Message:
        """Edit a message of this token."""
        message = self.message_of(interaction, reference)
        self._check_place(interaction, sends=False)
        return self._edit(message, body_object(body), uploads)

    def delete(self, interaction: Interaction, reference: str) -> None:
        """Delete a message of this token."""
        message = self.message_of(interaction, reference)
        self._rules.check_deleting(self._check_place(interaction, sends=False))
        self._world.erase(message)


def _type_of_focused_option(options: object) -> int | None:
    for option in options if isinstance(options, list) else []:
        if option.get("focused"):
            return int(option["type"])
        kind = _type_of_focused_option(option.get("options"))
        if kind is not None:
            return kind
    return None


def _checked_choices(interaction: Interaction, data: Json) -> tuple[Json, ...]:
    form = Form()
    path = ("choices",)
    check_choices(form, path, data.get("choices"), _type_of_focused_option(interaction.data.get("options")))
    form.raise_errors()
    return tuple(data.get("choices") or ())


def _checked_modal(data: Json, world: World) -> Json:
    form = Form()
    check_modal(form, data, world)
    form.raise_errors()
    return data | {"components": list(with_ids(data["components"]))}
