"""Creates and edits the bot's messages from request bodies, with all of Discord's refusals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from playground.interactions.components import check_message_components
from playground.limits.embeds import check_embeds
from playground.limits.forms import Form
from playground.limits.mentions import check_allowed_mentions, pinged_roles, pings, readable_text
from playground.limits.message_files import FileDesk, Files
from playground.limits.parts import with_ids
from playground.values.errors import EMPTY_MESSAGE, ApiError
from playground.values.messages import Message, MessageFlag, MessageType
from playground.values.people import Json
from playground.values.permissions import Permission
from playground.values.uploads import FileShelf, Upload
from playground.world.world import World

MAX_CONTENT = 2000
MAX_NONCE = 25
SETTABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
NOT_HERE = ("poll", "sticker_ids", "shared_client_theme")


@dataclass(frozen=True, slots=True)
class PostOrigin:
    """The origin of a message: its type, and the message that it replies to or the interaction it answers."""

    type: int = MessageType.DEFAULT
    ephemeral_for: str | None = None
    reference: Json | None = None
    metadata: Json | None = None
    command: str | None = None
    token_of: str | None = None
    loading: bool = False


PLAIN = PostOrigin()


class Posting:
    """Creates, checks and edits messages."""

    def __init__(self, world: World, shelf: FileShelf) -> None:
        self._world = world
        self._shelf = shelf
        self._unit_of_work = FileDesk(world.snowflakes)

    def create(
        self,
        *,
        channel_id: str,
        author_id: str,
        body: Json,
        uploads: Sequence[Upload] = (),
        origin: PostOrigin = PLAIN,
    ) -> Message:
        """Post a new message; raise ApiError 400/50035, 400/50006 or 413 as Discord would."""
        return self.publish(
            self.draft(channel_id=channel_id, author_id=author_id, body=body, uploads=uploads, origin=origin)
        )

    def publish(self, message: Message) -> Message:
        """Post a drafted message."""
        message_posted = self._world.post(message)
        if not message_posted.has(MessageFlag.LOADING):
            self._bring_in(message_posted)
        return message_posted

    def draft(
        self,
        *,
        channel_id: str,
        author_id: str,
        body: Json,
        uploads: Sequence[Upload] = (),
        origin: PostOrigin = PLAIN,
    ) -> Message:
        """Create a message without posting it; refusals are as in `create`."""
        now = self._world.clock.now()
        blank = Message(
            id=self._world.snowflakes.mint(),
            channel_id=channel_id,
            author_id=author_id,
            type=origin.type,
            timestamp=now,
            flags=MessageFlag.EPHEMERAL if origin.ephemeral_for else 0,
            reference=origin.reference,
            metadata=origin.metadata,
            command=origin.command,
            ephemeral_for=origin.ephemeral_for,
            token_of=origin.token_of,
            # Webhooks and interactions have no nonces (discord-api-docs pull request 6647).
            nonce=None if origin.token_of else self._nonce(body),
        )
        if origin.loading:
            return replace(blank, flags=blank.flags | MessageFlag.LOADING)
        return self._fill(blank, body, uploads, editing=False)

    def edit(
        self, message: Message, body: Json, uploads: Sequence[Upload] = (), *, mark: bool = True
    ) -> Message:
        """Edit a message: absent fields are unchanged, listed files are kept. Refusals as in `create`.

        It notifies nobody, not even if it fills a deferred answer (discord-api-docs issues 1419, 2474).
        """
        loading = message.has(MessageFlag.LOADING)
        base = replace(message, flags=message.flags & ~MessageFlag.LOADING)
        edit = self._fill(base, body, uploads, editing=True)
        if mark and not loading:
            edit = replace(edit, edited=self._world.clock.now())
        self._world.revise(edit)
        self._bring_in(edit)
        return edit

    def _bring_in(self, message: Message) -> None:
        """Add the people mentioned in a thread's message to the thread."""
        if message.ephemeral_for is not None:
            return
        users = message.mentions
        if not self._world.strictness.only_allowed_join:
            text = readable_text(message.content, message.components)
            users = pings(text, None, self._world.users)
        self._world.add_members(message.channel_id, users)

    @staticmethod
    def _nonce(body: Json) -> str | None:
        nonce = body.get("nonce")
        if nonce is None:
            return None
        form = Form()
        whole = isinstance(nonce, int) and not isinstance(nonce, bool)
        text = form.text(("nonce",), str(nonce) if whole else nonce, 0, MAX_NONCE)
        form.raise_errors()
        return text

    def _fill(self, base: Message, body: Json, uploads: Sequence[Upload], *, editing: bool) -> Message:
        form = Form()
        for name in NOT_HERE:
            if body.get(name):
                form.add_error((name,), "POCKET_NOT_SUPPORTED", f"The playground has no {name}")
        flags = self._flags(form, base, body)
        v2 = bool(flags & MessageFlag.COMPONENTS_V2)
        content = base.content
        if "content" in body:
            content = form.text(("content",), body["content"], 0, MAX_CONTENT, required=False) or ""
        embeds = base.embeds
        if "embeds" in body:
            embeds = tuple(check_embeds(form, body["embeds"]))
        check_allowed_mentions(form, body.get("allowed_mentions"))
        form.raise_errors()
        strictness = self._world.strictness
        files = self._unit_of_work.settle(form, base, body, uploads, strictness if editing else None)
        components = self._components(form, base, body, v2=v2, files=files)
        if v2:
            _check_no_legacy(form, content, embeds)
        form.raise_errors()
        if not (content.strip() or embeds or components or (files.all and not v2)):
            raise ApiError(EMPTY_MESSAGE)
        for attachment, blob in files.made:
            self._shelf.put(attachment.id, blob)
        mentions, role_mentions = base.mentions, base.role_mentions
        remade = strictness.every_edit_remakes_mentions or {"content", "components"} & body.keys()
        if not editing or remade:
            allowed = body.get("allowed_mentions")
            if editing and base.ephemeral_for and strictness.ephemeral_edits_mark_all:
                allowed = None
            text = readable_text(content, components)
            mentions = pings(text, allowed, self._world.users)
            role_mentions = self._pinged_roles(base.channel_id, text, allowed)
        return replace(
            base,
            content=content,
            embeds=embeds,
            components=components,
            attachments=files.all,
            mentions=mentions,
            role_mentions=role_mentions,
            flags=int(flags),
        )

    def _pinged_roles(self, channel_id: str, text: str, allowed: Json | None) -> tuple[str, ...]:
        channel = self._world.channels[channel_id]
        guild = self._world.guilds.get(channel.guild_id or "")
        if guild is None:
            return ()
        any_role = bool(self._world.bot_may(channel) & Permission.MENTION_EVERYONE)
        return pinged_roles(text, allowed, guild.roles, any_role=any_role)

    @staticmethod
    def _flags(form: Form, base: Message, body: Json) -> int:
        if body.get("flags") is None:
            return base.flags
        flags = form.integer(("flags",), body["flags"], 0, (1 << 53) - 1) or 0
        if base.flags & MessageFlag.COMPONENTS_V2 and not flags & MessageFlag.COMPONENTS_V2:
            form.add_error(
                ("flags",),
                "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
                "The MessageFlags.IS_COMPONENTS_V2 flag cannot be removed",
            )
        return (base.flags & ~SETTABLE) | (flags & SETTABLE)

    def _components(
        self, form: Form, base: Message, body: Json, *, v2: bool, files: Files
    ) -> tuple[Json, ...]:
        if "components" in body:
            checked = check_message_components(
                form, body["components"], v2=v2, files=frozenset(files.names), world=self._world
            )
            form.raise_errors()
            return with_ids(checked)
        if base.components:
            # Fields that are not sent are unchanged, but must not refer to missing files.
            filenames = frozenset(file.filename for file in files.all)
            check_message_components(form, list(base.components), v2=v2, files=filenames)
        return base.components


def _check_no_legacy(form: Form, content: str, embeds: Iterable[Json]) -> None:
    for name, value in (("content", content), ("embeds", tuple(embeds))):
        if value:
            form.add_error(
                (name,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
