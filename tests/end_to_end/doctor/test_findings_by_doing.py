"""`fernpartie doctor` tries what it can only find by doing it, and by pressing."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.operations.doctor.findings import settings_to_make
from tests.end_to_end.doctor.surgery import FAIL, OK, WARN, Surgery, fault
from tests.end_to_end.waiting import until
from tests.pocket import (
    BOARD_GAMES,
    GAME_NIGHT,
    Json,
    Person,
)

PRESSED_WITHIN = 5.0


class TestByDoing:
    """Refusals during a trial in a channel; nothing of a trial stays."""

    @pytest.fixture(autouse=True)
    async def nothing_stays(self, surgery: Surgery) -> AsyncIterator[None]:
        yield
        assert surgery.standing() == []
        assert "messages remain" not in surgery.of("clean-up").text

    @pytest.mark.parametrize(
        ("ordered", "check", "setting"),
        [
            (fault("PATCH", "/messages/"), "edit the words", "keeping-edits"),
            (fault("PATCH", "/messages/", skip=1), "edit with a file", None),
            (fault("POST", "/messages$", skip=2), "animation", None),
            (fault("POST", "/threads$"), "thread", "threads"),
            (fault("POST", "/threads$", 160006), "thread", None),
            (fault("POST", "/messages$", times=1), "post", "nonces"),
            (fault("POST", "/messages$", times=2), "post", "pictures"),
        ],
    )
    async def test_a_form_that_is_refused(
        self, surgery: Surgery, ordered: Json, check: str, setting: str | None
    ) -> None:
        surgery.playground.faults.order(ordered)
        await surgery.try_out(register=True)
        assert surgery.worse() == {check: WARN}
        assert settings_to_make(surgery.found) == ({} if setting is None else {"FERNPARTIE_AVOID": setting})

    async def test_every_edit_is_refused(self, surgery: Surgery) -> None:
        surgery.playground.faults.order(fault("PATCH", "/messages/", times=9))
        await surgery.try_out(register=True)
        assert surgery.worse() == {"edits": WARN}
        assert "boards keep their buttons" in surgery.of("edits").text
        assert settings_to_make(surgery.found) == {}, "no setting helps where no form is taken"

    @pytest.mark.parametrize(
        ("denied", "check"),
        [
            ("CREATE_PUBLIC_THREADS", "thread"),
            ("SEND_MESSAGES_IN_THREADS", "thread: write"),
        ],
    )
    async def test_a_right_that_is_missing(self, surgery: Surgery, denied: str, check: str) -> None:
        await surgery.control.deny(BOARD_GAMES, denied)
        await surgery.try_out()
        assert surgery.of(check).status is WARN
        assert "Permissions" in surgery.of(check).todo
        assert settings_to_make(surgery.found) == {}, "to give the right is better"

    async def test_a_form_without_nonce_has_none(self, surgery: Surgery) -> None:
        surgery.playground.faults.order(fault("POST", "/messages$"))
        await surgery.try_out()
        posts = [
            request.json
            for request in surgery.playground.journal.since(0)
            if request.path.endswith("/messages")
        ]
        bodies = [body for body in posts if isinstance(body, dict) and body.get("attachments")]
        assert ["nonce" in body for body in bodies][:2] == [True, False]

    async def test_nothing_may_be_posted(self, surgery: Surgery) -> None:
        await surgery.control.deny(BOARD_GAMES, "SEND_MESSAGES")
        await surgery.try_out()
        assert surgery.of("post").status is FAIL
        assert surgery.of("#board-games").status is FAIL
        assert "Send Messages" in surgery.of("#board-games").text

    async def test_an_answer_that_never_came(self, surgery: Surgery) -> None:
        surgery.playground.faults.order(
            {"fault": "reset", "method": "POST", "path": "/messages$", "when": "after"}
        )
        await surgery.try_out()
        assert surgery.of("post").status is FAIL

    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("POST", "/messages$"),
            ("PATCH", "/messages/"),
            ("POST", "/threads$"),
            ("PATCH", r"/channels/\d+$"),
        ],
    )
    async def test_it_is_interrupted(self, surgery: Surgery, method: str, path: str) -> None:
        surgery.playground.faults.order(
            {"fault": "delay", "seconds": 0.3, "method": method, "path": path, "when": "after"}
        )
        looking = asyncio.create_task(surgery.try_out())

        async def fault_fired() -> bool:
            return not surgery.playground.faults.waiting()

        await until(fault_fired, "the request that is slow")
        looking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await looking


async def pressing(surgery: Surgery) -> Json:
    """Press the doctor's button as Anna as soon as it stands, and the one in the answer; return that."""
    anna = Person(surgery.control.line, surgery.playground.world.people[0].id)

    async def has_question() -> bool:
        return bool(surgery.asked)

    await until(has_question, "the request to press")
    message = next(entry for entry in await anna.messages(BOARD_GAMES) if "for <@" in entry["content"])
    first = await anna.press(message, message["components"][0]["components"][0]["custom_id"])
    answer = first["message"]
    assert answer["ephemeral_for"] == anna.id
    again = await anna.press(answer, answer["components"][0]["components"][0]["custom_id"])
    return dict(again["message"])


async def test_a_forum_alone(surgery: Surgery) -> None:
    forum = await surgery.control.add_forum(GAME_NIGHT, "games")
    await surgery.look(register=True, forum=int(forum))
    assert surgery.worse() == {}
    assert surgery.of("forum post").text.endswith("none may be set by everybody")
    assert surgery.standing(forum) == []
    assert [finding for finding in surgery.found if finding.check == "post"] == []


class TestPress:
    """A button that the owner presses."""

    async def test_somebody_presses_twice(self, surgery: Surgery) -> None:
        looking = asyncio.create_task(surgery.try_out(press=True, pressed_within=PRESSED_WITHIN))
        answer = await pressing(surgery)
        await looking
        assert answer["content"] == "Buttons work. Thank you!"
        assert answer["components"] == []
        assert "ms after it arrived" in surgery.of("press").text
        assert (surgery.of("press").status, surgery.of("second press").status) == (OK, OK)
        assert surgery.standing() == [answer["content"]], "Discord forgets what one person sees by itself"
        assert f"/channels/{GAME_NIGHT}/{BOARD_GAMES}/" in surgery.asked[0]

    async def test_nobody_presses(self, surgery: Surgery) -> None:
        await surgery.try_out(press=True, pressed_within=0.05)
        assert surgery.of("press").status is WARN
        assert surgery.standing() == []

    async def test_somebody_else_has_answered(self, surgery: Surgery) -> None:
        surgery.playground.faults.order(fault("POST", "/callback$", 40060))
        looking = asyncio.create_task(surgery.try_out(press=True, pressed_within=PRESSED_WITHIN))
        with pytest.raises(TypeError):
            async with asyncio.timeout(PRESSED_WITHIN * 2):
                await pressing(surgery)
        await looking
        assert surgery.of("press").status is FAIL
        assert "stop the bot" in surgery.of("press").todo
