"""Files of a message after a post or an edit, and the names by which components refer to them."""

from dataclasses import replace
from typing import Any

import pytest

from playground.limits.forms import Form
from playground.limits.message_files import FileDesk, Files
from playground.values.errors import ApiError
from playground.values.messages import Attachment, Message
from playground.values.settings import STRICT, Strictness
from playground.values.snowflakes import Snowflakes
from playground.values.uploads import MAX_FILE, Upload
from tests.playground.little_bot import png
from tests.playground.raw import fault_codes


class Noon:
    """A clock stopped at a fixed time."""

    def now(self) -> float:
        return 1_800_000_000.0


BOARD = Attachment("51", "board_one.png", 1234, "image/png", 400, 300, "A board")
SECRET = Attachment("52", "notes.txt", 12, "text/plain")
BASE = Message(
    id="900", channel_id="1", author_id="2", type=0, timestamp=Noon().now(), attachments=(BOARD, SECRET)
)
DESK = FileDesk(Snowflakes(Noon()))


def upload(number: int, name: str, data: bytes = b"x") -> Upload:
    return Upload(f"files[{number}]", name, "text/plain", data)


def files_after_edit(
    body: Any, *uploads: Upload, base: Message = BASE, strictness: Strictness = STRICT
) -> Files:
    return DESK.settle(Form(), base, body, uploads, strictness)


def files_of_post(body: Any, *uploads: Upload) -> Files:
    return DESK.settle(Form(), replace(BASE, attachments=()), body, uploads, None)


def names_of(files: Files) -> list[str]:
    return [file.filename for file in files.all]


def attachment_list(**more: Any) -> Any:
    return {"attachments": [{"id": "51"} | more]}


@pytest.mark.parametrize("strict", [True, False])
def test_edit_without_a_file_list_keeps_the_files(strict: bool) -> None:
    files = files_after_edit({}, strictness=replace(STRICT, references_need_attachments=strict))
    assert files.all == (BOARD, SECRET)
    assert files.names == (set() if strict else {"board_one.png", "notes.txt"})


@pytest.mark.parametrize("strict", [True, False])
def test_strict_edit_without_a_list_replaces_old_files_with_uploads(strict: bool) -> None:
    files = files_after_edit(
        {}, upload(0, "c.txt"), strictness=replace(STRICT, uploads_need_attachments=strict)
    )
    assert names_of(files) == (["c.txt"] if strict else ["board_one.png", "notes.txt", "c.txt"])
    assert files.names == (set() if strict else {"c.txt"})


@pytest.mark.parametrize("strict", [True, False])
def test_unlisted_uploads_of_an_edit_are_dropped_if_strict(strict: bool) -> None:
    files = files_after_edit(
        attachment_list(), upload(0, "c.txt"), strictness=replace(STRICT, uploads_need_names=strict)
    )
    assert names_of(files) == ["board_one.png"] + ([] if strict else ["c.txt"])


def test_edit_keeps_only_the_listed_files() -> None:
    assert files_after_edit(attachment_list()).all == (BOARD,)
    assert files_after_edit({"attachments": []}).all == ()
    assert files_after_edit(attachment_list(id=51)).all == (BOARD,)
    assert files_after_edit(attachment_list(description="new")).all == (replace(BOARD, description="new"),)
    assert files_after_edit(attachment_list(description="")).all == (replace(BOARD, description=None),)


def test_old_file_is_referenced_only_by_its_filename() -> None:
    assert files_after_edit(attachment_list()).names == set()
    assert files_after_edit(attachment_list(filename="board one.png")).names == {"board_one.png"}
    assert files_after_edit(attachment_list(filename="notes.txt")).names == set()


def test_upload_is_described_by_its_entry() -> None:
    first, second = files_after_edit(
        {"attachments": [{"id": 1, "description": "made", "filename": "d e.txt"}, {"id": "0"}]},
        upload(0, "a b.png", png(5, 7)),
        upload(1, "c.txt", b"four"),
    ).made
    (attachment, data), (picture, _) = first, second
    assert (attachment.filename, attachment.description, attachment.size, data) == (
        "d_e.txt",
        "made",
        4,
        b"four",
    )
    assert (attachment.width, attachment.height, attachment.content_type) == (None, None, "text/plain")
    assert (picture.filename, picture.description, picture.content_type) == ("a_b.png", None, "image/png")
    assert (picture.width, picture.height) == (5, 7)
    assert attachment.id != picture.id


def test_posted_message_puts_listed_files_first() -> None:
    files = files_of_post({"attachments": [{"id": "1"}]}, upload(0, "a.txt"), upload(1, "b.txt"))
    assert names_of(files) == ["b.txt", "a.txt"]
    assert files.names == {"a.txt", "b.txt"}


@pytest.mark.parametrize("reader", [None, "1"])
def test_files_of_private_answers_are_marked_ephemeral(reader: str | None) -> None:
    files = files_after_edit(
        {"attachments": [{"id": "0"}]}, upload(0, "a.txt"), base=replace(BASE, ephemeral_for=reader)
    )
    assert [file.ephemeral for file in files.all] == [reader is not None]


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        (attachment_list(id="99"), {"attachments.0.id": "ATTACHMENT_NOT_FOUND"}),
        (attachment_list(id="x"), {"attachments.0.id": "ATTACHMENT_NOT_FOUND"}),
        ({"attachments": [{}]}, {"attachments.0.id": "ATTACHMENT_NOT_FOUND"}),
        (attachment_list(description="x" * 1025), {"attachments.0.description": "BASE_TYPE_MAX_LENGTH"}),
        ({"attachments": [{"id": "51"}] * 11}, {"attachments": "BASE_TYPE_BAD_LENGTH"}),
    ],
)
def test_attachment_entries_without_a_file_are_refused(body: Any, codes: dict[str, str]) -> None:
    with pytest.raises(ApiError) as refused:
        files_after_edit(body)
    assert fault_codes(refused.value.errors or {}) == codes


def test_message_has_at_most_ten_files() -> None:
    many = [upload(number, f"{number}.txt") for number in range(11)]
    assert len(files_of_post({}, *many[:10]).all) == 10
    with pytest.raises(ApiError) as refused:
        files_of_post({}, *many)
    assert fault_codes(refused.value.errors or {}) == {"attachments": "BASE_TYPE_MAX_LENGTH"}


def test_new_and_kept_files_are_ten_at_most() -> None:
    lenient = replace(STRICT, uploads_need_attachments=False)
    base = replace(BASE, attachments=(BOARD,) * 8)
    two, three = ([upload(number, "a.txt") for number in range(count)] for count in (2, 3))
    assert len(files_after_edit({}, *two, base=base, strictness=lenient).all) == 10
    with pytest.raises(ApiError) as refused:
        files_after_edit({}, *three, base=base, strictness=lenient)
    assert fault_codes(refused.value.errors or {}) == {"attachments": "BASE_TYPE_MAX_LENGTH"}


@pytest.mark.parametrize("field", ["file", "files", "files[0]", "files[]"])
def test_a_file_without_a_number_is_the_first(field: str) -> None:
    file = Upload(field, "a.txt", "text/plain", b"x")
    (attachment,) = files_of_post({"attachments": [{"id": 0, "description": "a" * 1024}]}, file).all
    assert attachment.description == "a" * 1024


def test_file_size_is_limited_like_on_discord() -> None:
    largest = bytes(MAX_FILE)
    assert len(files_of_post({}, upload(0, "a", largest), upload(1, "b", largest)).all) == 2
    with pytest.raises(ApiError) as refused:
        files_of_post({}, upload(0, "a", bytes(MAX_FILE + 1)))
    assert refused.value.refusal.code == 40005
