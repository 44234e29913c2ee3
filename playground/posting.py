"""Making and editing the bot's messages out of request bodies, with all of Discord's refusals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from playground.components import check_message_components
from playground.embeds import check_embeds
from playground.errors import EMPTY_MESSAGE, TOO_LARGE, ApiError
from playground.forms import Form
from playground.mentions import check_allowed_mentions, pinged, readable_text
from playground.messages import Attachment, Message, MessageFlag, MessageType
from playground.parts import numbered
from playground.people import Json
from playground.snowflakes import is_snowflake
from playground.uploads import (
    MAX_FILE,
    MAX_FILES,
    FileShelf,
    Upload,
    clean_name,
    content_type_of,
    picture_size,
)
from playground.world import World

MAX_CONTENT = 2000
SETTABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
NOT_HERE = ("poll", "sticker_ids", "shared_client_theme")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a message comes from when it answers an interaction."""

    type: int = MessageType.DEFAULT
    ephemeral_for: str | None = None
    reference: Json | None = None
    metadata: Json | None = None
    command: str | None = None
    token_of: str | None = None
    loading: bool = False


PLAIN = Origin()


class Posting:
    """The desk where messages are made, checked and changed."""

    def __init__(self, world: World, shelf: FileShelf) -> None:
        self._world = world
        self._shelf = shelf

    def create(
        self,
        *,
        channel_id: str,
        author_id: str,
        body: Json,
        uploads: Sequence[Upload] = (),
        origin: Origin = PLAIN,
    ) -> Message:
        """Post a new message; raise ApiError 400/50035, 400/50006 or 413 for what Discord would refuse."""
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
            nonce=self._nonce(body),
        )
        if origin.loading:
            return self._world.post(replace(blank, flags=blank.flags | MessageFlag.LOADING))
        return self._world.post(self._filled(blank, body, uploads, fresh=True))

    def edit(
        self, message: Message, body: Json, uploads: Sequence[Upload] = (), *, mark: bool = True
    ) -> Message:
        """Change a message: absent fields stay, listed attachments are kept. Refusals as in `create`."""
        loading = message.has(MessageFlag.LOADING)
        base = replace(message, flags=message.flags & ~MessageFlag.LOADING)
        changed = self._filled(base, body, uploads, fresh=loading)
        if mark and not loading:
            changed = replace(changed, edited=self._world.clock.now())
        return self._world.revise(changed)

    @staticmethod
    def _nonce(body: Json) -> str | None:
        nonce = body.get("nonce")
        if nonce is None:
            return None
        form = Form()
        if isinstance(nonce, int) and not isinstance(nonce, bool):
            return str(nonce)
        text = form.text(("nonce",), nonce, 0, 25)
        form.settle()
        return text

    def _filled(self, base: Message, body: Json, uploads: Sequence[Upload], *, fresh: bool) -> Message:
        form = Form()
        for name in NOT_HERE:
            if body.get(name):
                form.wrong((name,), "POCKET_NOT_SUPPORTED", f"The playground has no {name}")
        flags = self._flags(form, base, body)
        v2 = bool(flags & MessageFlag.COMPONENTS_V2)
        content = base.content
        if "content" in body:
            content = form.text(("content",), body["content"], 0, MAX_CONTENT, required=False) or ""
        embeds = base.embeds
        if "embeds" in body:
            embeds = tuple(check_embeds(form, body["embeds"]))
        check_allowed_mentions(form, body.get("allowed_mentions"))
        form.settle()
        files, data = self._files(form, base, body, uploads)
        names = frozenset(file.filename for file in files)
        components = self._components(form, base, body, v2=v2, files=names)
        if v2:
            _check_no_legacy(form, content, embeds)
        form.settle()
        if not (content.strip() or embeds or components or (files and not v2)):
            raise ApiError(EMPTY_MESSAGE)
        for attachment_id, blob in data:
            self._shelf.put(attachment_id, blob)
        mentions = base.mentions
        if fresh or {"content", "components", "allowed_mentions"} & body.keys():
            text = readable_text(content, components)
            mentions = pinged(text, body.get("allowed_mentions"), self._world.users)
        return replace(
            base,
            content=content,
            embeds=embeds,
            components=components,
            attachments=files,
            mentions=mentions,
            flags=int(flags),
        )

    @staticmethod
    def _flags(form: Form, base: Message, body: Json) -> int:
        if body.get("flags") is None:
            return base.flags
        wanted = form.whole(("flags",), body["flags"], 0, (1 << 53) - 1) or 0
        if base.flags & MessageFlag.COMPONENTS_V2 and not wanted & MessageFlag.COMPONENTS_V2:
            form.wrong(
                ("flags",),
                "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
                "The MessageFlags.IS_COMPONENTS_V2 flag cannot be removed",
            )
        return (base.flags & ~SETTABLE) | (wanted & SETTABLE)

    @staticmethod
    def _components(
        form: Form, base: Message, body: Json, *, v2: bool, files: frozenset[str]
    ) -> tuple[Json, ...]:
        if "components" in body:
            checked = check_message_components(form, body["components"], v2=v2, files=files)
            form.settle()
            return numbered(checked)
        if "attachments" in body and base.components:
            check_message_components(form, list(base.components), v2=v2, files=files)
        return base.components

    def _files(
        self, form: Form, base: Message, body: Json, uploads: Sequence[Upload]
    ) -> tuple[tuple[Attachment, ...], list[tuple[str, bytes]]]:
        if any(len(upload.data) > MAX_FILE for upload in uploads):
            raise ApiError(TOO_LARGE)
        fresh = {_field_number(upload.field): upload for upload in uploads}
        listed = body.get("attachments")
        kept: list[Attachment] = list(base.attachments) if listed is None else []
        made: list[tuple[Attachment, bytes]] = []
        old = {file.id: file for file in base.attachments}
        for path, item in form.objects(("attachments",), listed, 0, MAX_FILES):
            reference = item.get("id")
            description = form.text((*path, "description"), item.get("description"), 0, 1024, required=False)
            if is_snowflake(reference) and str(reference) in old:
                kept.append(old[str(reference)])
            elif is_snowflake(reference) and int(str(reference)) in fresh:
                upload = fresh.pop(int(str(reference)))
                made.append(self._attachment(upload, item.get("filename"), description, base))
            else:
                form.wrong(
                    (*path, "id"), "ATTACHMENT_NOT_FOUND", f"Attachment data not found for id: {reference}"
                )
        made.extend(self._attachment(upload, None, None, base) for upload in fresh.values())
        if len(kept) + len(made) > MAX_FILES:
            form.wrong(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_FILES} or fewer in length.")
        form.settle()
        files = (*kept, *(attachment for attachment, _ in made))
        return files, [(attachment.id, data) for attachment, data in made]

    def _attachment(
        self, upload: Upload, filename: object, description: str | None, base: Message
    ) -> tuple[Attachment, bytes]:
        name = clean_name(filename if isinstance(filename, str) and filename else upload.filename)
        size = picture_size(upload.data)
        attachment = Attachment(
            id=self._world.snowflakes.mint(),
            filename=name,
            size=len(upload.data),
            content_type=content_type_of(name, upload.data),
            width=size[0] if size else None,
            height=size[1] if size else None,
            description=description or None,
            ephemeral=base.ephemeral_for is not None,
        )
        return attachment, upload.data


def _field_number(field: str) -> int:
    digits = field.removeprefix("files[").removesuffix("]")
    return int(digits) if digits.isdigit() else 0


def _check_no_legacy(form: Form, content: str, embeds: Iterable[Json]) -> None:
    for name, value in (("content", content), ("embeds", tuple(embeds))):
        if value:
            form.wrong(
                (name,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
