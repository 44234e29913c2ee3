"""A message's files after a create or an edit, and the names that its components may use."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from playground.limits.forms import Form, Path
from playground.values.errors import TOO_LARGE, ApiError
from playground.values.messages import Attachment, Message
from playground.values.people import Json
from playground.values.settings import Strictness
from playground.values.snowflakes import Snowflakes, is_snowflake
from playground.values.uploads import MAX_FILE, MAX_FILES, Upload, clean_name, content_type_of, picture_size


@dataclass(slots=True)
class Files:
    """The files after a request.

    `names` are valid after `attachment://` in components of the same request.
    """

    kept: list[Attachment] = field(default_factory=list)
    made: list[tuple[Attachment, bytes]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    @property
    def all(self) -> tuple[Attachment, ...]:
        """The files that the message has afterwards."""
        return (*self.kept, *(attachment for attachment, _ in self.made))

    def add(self, attachment: Attachment, data: bytes) -> None:
        """Add a new file that components may refer to."""
        self.made.append((attachment, data))
        self.names.add(attachment.filename)


class FileDesk:
    """Matches the `attachments` of a request with its message's files and its uploads.

    Sources: reference "Editing Message Attachments", resources/message "Attachment Request Structure",
    discord-api-docs issues 5170 and 7529, and the acceptance notes of a public bot for entries without a
    filename.
    """

    def __init__(self, snowflakes: Snowflakes) -> None:
        self._snowflakes = snowflakes

    def settle(
        self,
        form: Form,
        base: Message,
        body: Json,
        uploads: Sequence[Upload],
        strictness: Strictness | None,
    ) -> Files:
        """Return the files after a request; `strictness` is None for a new message.

        Raise ApiError 413 for a file that is too large, 400/50035 for other faults.
        """
        if any(len(upload.data) > MAX_FILE for upload in uploads):
            raise ApiError(TOO_LARGE)
        fresh = {_field_number(upload.field): upload for upload in uploads}
        files = Files()
        if strictness is not None and "attachments" not in body:
            self._add_unlisted(files, base, fresh, strictness)
        else:
            self._add_listed(form, files, base, body, fresh)
            if strictness is None or not strictness.uploads_need_names:
                for upload in fresh.values():
                    files.add(*self._make(upload, {}, None, base))
        if len(files.all) > MAX_FILES:
            form.add_error(
                ("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_FILES} or fewer in length."
            )
        form.raise_errors()
        return files

    def _add_unlisted(
        self, files: Files, base: Message, fresh: dict[int, Upload], strictness: Strictness
    ) -> None:
        pushed_out = fresh and strictness.uploads_need_attachments
        if not pushed_out:
            files.kept.extend(base.attachments)
        for upload in fresh.values():
            files.add(*self._make(upload, {}, None, base))
        if pushed_out:
            files.names.clear()
        elif not strictness.references_need_attachments:
            files.names.update(file.filename for file in base.attachments)

    def _add_listed(
        self, form: Form, files: Files, base: Message, body: Json, fresh: dict[int, Upload]
    ) -> None:
        old = {file.id: file for file in base.attachments}
        for path, item in form.objects(("attachments",), body.get("attachments"), 0, MAX_FILES):
            reference = item.get("id")
            description = form.text((*path, "description"), item.get("description"), 0, 1024, required=False)
            if is_snowflake(reference) and str(reference) in old:
                file = old[str(reference)]
                if "description" in item:
                    file = replace(file, description=description or None)
                files.kept.append(file)
                # Only an entry with a filename makes the file known to attachment://.
                filename = item.get("filename")
                if filename and clean_name(str(filename)) == file.filename:
                    files.names.add(file.filename)
            elif is_snowflake(reference) and int(str(reference)) in fresh:
                upload = fresh.pop(int(str(reference)))
                files.add(*self._make(upload, item, description, base))
            else:
                _refuse_unknown(form, path, reference)

    def _make(
        self, upload: Upload, item: Json, description: str | None, base: Message
    ) -> tuple[Attachment, bytes]:
        filename = item.get("filename")
        name = clean_name(filename if isinstance(filename, str) and filename else upload.filename)
        size = picture_size(upload.data)
        attachment = Attachment(
            id=self._snowflakes.mint(),
            filename=name,
            size=len(upload.data),
            content_type=content_type_of(name, upload.data),
            width=size[0] if size else None,
            height=size[1] if size else None,
            description=description or None,
            ephemeral=base.ephemeral_for is not None,
        )
        return attachment, upload.data


def _refuse_unknown(form: Form, path: Path, reference: object) -> None:
    message = f"Attachment data not found for id: {reference}"
    form.add_error((*path, "id"), "ATTACHMENT_NOT_FOUND", message)


def _field_number(name: str) -> int:
    digits = name.removeprefix("files[").removesuffix("]")
    return int(digits) if digits.isdigit() else 0
