"""Pictures in components: their display, and which edits keep, refuse or lose them."""

from typing import Any

import pytest

from tests.playground.little_bot import png
from tests.playground.raw import Answer, Rest
from tests.playground.stage import Stage
from tests.pocket import BRETTSPIELE, Pocket

Json = dict[str, Any]
V2 = 1 << 15
HERE = f"/channels/{BRETTSPIELE}/messages"
NOT_FOUND = {"components.0.items.0.media.url": "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"}


@pytest.fixture
def rest(pocket: Pocket) -> Rest:
    return Rest(pocket)


def card(name: str = "board.png", **more: object) -> Json:
    return media(f"attachment://{name}") | more


def media(url: str) -> Json:
    item = {"media": {"url": url}, "description": "an empty board"}
    return {"flags": V2, "components": [{"type": 12, "items": [item]}]}


def card_with_file(name: str = "board.png", **more: object) -> Json:
    return card(name, attachments=[{"id": 0, "filename": name}]) | more


def item(message: Json) -> Json:
    component: Json = message["components"][0]["items"][0]
    return component


async def post_card(rest: Rest) -> Json:
    body = card_with_file(attachments=[{"id": 0, "filename": "board.png", "description": "of the file"}])
    return dict((await rest.ask("POST", HERE, body, {"board.png": png(7, 5)})).body)


async def patch(rest: Rest, message: Json, body: Json, files: dict[str, bytes] | None = None) -> Answer:
    return await rest.ask("PATCH", f"{HERE}/{message['id']}", body, files)


async def test_component_picture_is_no_attachment(pocket: Pocket, rest: Rest) -> None:
    message = await post_card(rest)
    (read,) = (await rest.ask("GET", HERE)).body
    got = (await rest.ask("GET", f"{HERE}/{message['id']}")).body
    reference = {"id": item(message)["media"]["attachment_id"], "filename": "board.png"}
    edited = (await patch(rest, message, card(attachments=[reference]))).body
    (listed,) = await pocket.anna.messages(BRETTSPIELE)
    for version in (message, read, got, edited, listed):
        assert version["attachments"] == []
        assert item(version)["description"] == "an empty board"
        picture = item(version)["media"]
        assert picture.keys() == {"url", "proxy_url", "width", "height", "content_type", "attachment_id"}
        assert (picture["width"], picture["height"], picture["content_type"]) == (7, 5, "image/png")
        assert picture["attachment_id"] == reference["id"]


async def test_only_the_url_of_a_media_item_is_used(rest: Rest) -> None:
    body = card_with_file()
    body["components"][0]["items"][0]["media"] |= {"width": 99, "attachment_id": "5", "content_type": "x/y"}
    picture = item((await rest.ask("POST", HERE, body, {"board.png": png(7, 5)})).body)["media"]
    assert (picture["width"], picture["content_type"]) == (7, "image/png")
    assert picture["attachment_id"] != "5"


async def test_file_not_shown_by_a_component_stays_an_attachment(rest: Rest) -> None:
    body = card_with_file(attachments=[{"id": 0, "filename": "board.png"}, {"id": 1, "filename": "rest.txt"}])
    message = (await rest.ask("POST", HERE, body, {"board.png": png(), "rest.txt": b"x"})).body
    assert [file["filename"] for file in message["attachments"]] == ["rest.txt"]


async def test_picture_urls_are_signed_and_expire(pocket: Pocket, rest: Rest) -> None:
    message = await post_card(rest)
    url = item(message)["media"]["url"]
    assert not [key for key in ("ex", "is", "hm") if f"{key}=" not in url]

    async def status(address: str) -> int:
        async with pocket.line.session.get(address) as response:
            return response.status

    assert await status(url) == 200
    assert await status(url.split("?")[0]) == 404
    assert await status(url.replace("hm=", "hm=0")) == 404
    pocket.clock.pass_by(2 * 86_400)
    assert await status(url) == 404
    fresh = item((await rest.ask("GET", f"{HERE}/{message['id']}")).body)["media"]["url"]
    assert fresh != url
    assert await status(fresh) == 200


async def test_edit_keeps_a_picture_listed_with_its_name(rest: Rest) -> None:
    message = await post_card(rest)
    file = item(message)["media"]["attachment_id"]
    answer = await patch(rest, message, card(attachments=[{"id": file, "filename": "board.png"}]))
    assert item(answer.body)["media"]["attachment_id"] == file
    # The edit sends only the list, so the components remain.
    assert (await patch(rest, message, {"attachments": [{"id": file}]})).status == 200


@pytest.mark.parametrize("entry", [{}, {"filename": "other.png"}, {"filename": ""}])
async def test_edit_loses_a_picture_listed_without_its_name(rest: Rest, entry: Json) -> None:
    message = await post_card(rest)
    listed = [{"id": item(message)["media"]["attachment_id"]} | entry]
    refused = await patch(rest, message, card(attachments=listed))
    assert (refused.status, refused.code, refused.faults()) == (400, 50035, NOT_FOUND)


@pytest.mark.parametrize("listed", [[], None])
async def test_edit_with_an_empty_list_has_nothing_to_reference(rest: Rest, listed: object) -> None:
    message = await post_card(rest)
    assert (await patch(rest, message, card(attachments=listed))).faults() == NOT_FOUND
    assert (await patch(rest, message, {"attachments": listed})).faults() == NOT_FOUND
    text = {"components": [{"type": 10, "content": "gone"}], "attachments": listed}
    assert (await patch(rest, message, text)).status == 200
    assert (await patch(rest, message, card(attachments=listed))).faults() == NOT_FOUND


async def test_strict_edit_without_a_list_has_nothing_to_reference(pocket: Pocket, rest: Rest) -> None:
    message = await post_card(rest)
    assert (await patch(rest, message, card())).faults() == NOT_FOUND
    await pocket.control.strictness(references_need_attachments=False)
    answer = await patch(rest, message, card())
    assert item(answer.body)["media"]["attachment_id"] == item(message)["media"]["attachment_id"]


async def test_listed_upload_replaces_the_old_picture(rest: Rest) -> None:
    message = await post_card(rest)
    fresh = await patch(rest, message, card_with_file("other.png"), {"other.png": png(9, 9)})
    assert (fresh.status, fresh.body["attachments"]) == (200, [])
    assert item(fresh.body)["media"]["width"] == 9


async def test_unlisted_upload_is_accepted_only_if_lenient(pocket: Pocket, rest: Rest) -> None:
    message = await post_card(rest)
    files = {"other.png": png(9, 9)}
    assert (await patch(rest, message, card("other.png"), files)).faults() == NOT_FOUND
    assert (await patch(rest, message, {}, files)).faults() == NOT_FOUND
    await pocket.control.strictness(uploads_need_attachments=False)
    assert item((await patch(rest, message, card("other.png"), files)).body)["media"]["width"] == 9


async def test_upload_missing_from_the_list_is_refused_if_strict(pocket: Pocket, rest: Rest) -> None:
    message = await post_card(rest)
    body = card("other.png", attachments=[])
    assert (await patch(rest, message, body, {"other.png": png()})).faults() == NOT_FOUND
    await pocket.control.strictness(uploads_need_names=False)
    assert (await patch(rest, message, body, {"other.png": png()})).status == 200


async def test_classic_message_keeps_its_files_until_a_new_upload(pocket: Pocket, rest: Rest) -> None:
    body = {"content": "x", "attachments": [{"id": 0, "filename": "a.txt", "description": "d"}]}
    message = (await rest.ask("POST", HERE, body, {"a.txt": b"a"})).body

    async def names(change: Json, files: dict[str, bytes] | None = None) -> list[str]:
        return [file["filename"] for file in (await patch(rest, message, change, files)).body["attachments"]]

    assert await names({"content": "y"}) == ["a.txt"]
    assert await names({"content": "y"}, {"b.txt": b"b"}) == ["b.txt"]
    await pocket.control.strictness(uploads_need_attachments=False)
    assert await names({"content": "y"}, {"c.txt": b"c"}) == ["b.txt", "c.txt"]
    assert await names({"attachments": []}) == []


async def test_file_descriptions_can_be_edited(rest: Rest) -> None:
    message = (await rest.ask("POST", HERE, {"content": "x"}, {"a.txt": b"a"})).body
    (file,) = message["attachments"]
    entry = {"id": file["id"], "description": "the letter a"}
    (image,) = (await patch(rest, message, {"attachments": [entry]})).body["attachments"]
    assert image["description"] == "the letter a"
    (same,) = (await patch(rest, message, {"attachments": [{"id": file["id"]}]})).body["attachments"]
    assert same["description"] == "the letter a"
    long = {"attachments": [{"id": file["id"], "description": "x" * 1025}]}
    assert (await patch(rest, message, long)).code == 50035


@pytest.mark.parametrize("cut", [False, True])
async def test_attachment_urls_cannot_be_used_as_pictures(pocket: Pocket, rest: Rest, cut: bool) -> None:
    message = await post_card(rest)
    url = item(message)["media"]["url"]
    again = media(url.split("?")[0] if cut else url)
    assert (await patch(rest, message, again)).faults() == NOT_FOUND
    assert (await rest.ask("POST", HERE, again)).faults() == NOT_FOUND
    await pocket.control.strictness(attachment_links_refused=False)
    assert (
        item((await patch(rest, message, again)).body)["media"]["url"]
        == again["components"][0]["items"][0]["media"]["url"]
    )


async def test_file_names_and_references_are_cleaned_the_same_way(rest: Rest) -> None:
    odd = "_my brétt.png"
    message = (await rest.ask("POST", HERE, card_with_file(odd), {odd: png()})).body
    assert "/my_br_tt.png?" in item(message)["media"]["url"]


async def test_requests_over_25_mib_are_refused(rest: Rest) -> None:
    parts = {f"{n}.bin": bytes(9 * 1024 * 1024) for n in range(3)}
    refused = await rest.ask("POST", HERE, {}, parts)
    assert (refused.status, refused.code) == (413, 40005)


async def test_interaction_edits_follow_the_same_rules(stage: Stage) -> None:
    interaction = await stage.begin()
    await stage.answer(interaction, 5)
    original = stage.hook(interaction, "/messages/@original")
    files = {"board.png": png(7, 5)}
    assert (await stage.rest.ask("PATCH", original, card(), files)).faults() == NOT_FOUND
    filled = await stage.rest.ask("PATCH", original, card_with_file(), files)
    assert (filled.status, filled.body["attachments"]) == (200, [])
    assert (await stage.rest.ask("PATCH", original, card())).faults() == NOT_FOUND
    rows = [{"id": item(filled.body)["media"]["attachment_id"], "filename": "board.png"}]
    assert (await stage.rest.ask("PATCH", original, card(attachments=rows))).status == 200


async def test_update_answers_follow_the_same_rules(stage: Stage) -> None:
    body = card_with_file()
    body["components"].append(
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}
    )
    message = (await stage.rest.ask("POST", HERE, body, {"board.png": png()})).body
    interaction = await stage.press(message, "x")
    assert interaction["message"]["attachments"] == []
    assert item(interaction["message"])["media"]["attachment_id"] == item(message)["media"]["attachment_id"]
    refused = await stage.answer(interaction, 7, card())
    assert refused.faults() == {f"data.{path}": code for path, code in NOT_FOUND.items()}
    answered = await stage.answer(
        interaction, 7, card_with_file("new.png"), "?with_response=1", {"new.png": png(9, 9)}
    )
    assert item(answered.body["resource"]["message"])["media"]["width"] == 9
    assert answered.body["resource"]["message"]["attachments"] == []


async def test_deferred_update_edits_follow_the_same_rules(stage: Stage) -> None:
    body = card_with_file()
    body["components"].append(
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}
    )
    message = (await stage.rest.ask("POST", HERE, body, {"board.png": png()})).body
    interaction = await stage.press(message, "x")
    assert (await stage.answer(interaction, 6)).status == 204
    original = stage.hook(interaction, "/messages/@original")
    assert (await stage.rest.ask("PATCH", original, card())).faults() == NOT_FOUND
    fresh = await stage.rest.ask("PATCH", original, card_with_file("new.png"), {"new.png": png(9, 9)})
    assert item(fresh.body)["media"]["width"] == 9
