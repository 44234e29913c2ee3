"""Guarded handlers: every failure gets one explanatory answer."""

import errno
from collections.abc import Awaitable, Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from prometheus_client import CollectorRegistry
from sqlalchemy.exc import OperationalError

from bot.chat.core import custom_ids
from bot.chat.core.contributions.doors import SettingsDoor
from bot.chat.core.interactions.answers import Answers, FormTooLate
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import rules_of, rules_of_match
from bot.chat.core.interactions.resender import NoResender
from bot.chat.core.messages import layouts
from bot.locale import Language
from bot.model.match.impossible_record import ImpossibleRecord
from bot.model.people.greeting import Greeting
from bot.model.people.person import Person
from bot.model.people.preferences import CONFIRM, MIRRORED, Preferences
from bot.model.ports import LeaseUncertain
from bot.model.refusal import Refusal
from bot.monitoring.answer_times import AnswerTimes, AnswerWay
from tests.bot.chat.presses import TEXTS, Answer, Presses
from tests.bot.support.fakes import ANNA, BEN, GAMES, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

Act = Callable[[InteractionContext], Awaitable[None]]
T = TEXTS.language("en")


async def _answers(
    presses: Presses, act: Act, person: Person = ANNA, custom_id: str = "fp:games", **changes: object
) -> list[str]:
    """Return the pages that a person gets from a handler."""
    answers: list[Answer] = []
    interaction = presses._interaction(person, custom_id, (), answers, public=False, typed="")
    for name, value in changes.items():
        setattr(interaction, name, value)
    await presses.app.interactions.run_guarded(interaction, act, "games")
    return [answer.page.strip() for answer in answers]


def _failing(error: BaseException) -> Act:
    async def act(_: InteractionContext) -> None:
        raise error

    return act


async def _say_done(context: InteractionContext) -> None:
    await context.reply("done")


_FULL = OperationalError("UPDATE", {}, OSError(errno.ENOSPC, "no space"))


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (custom_ids.MalformedId("x"), "error.unknown-button"),
        (FormTooLate(), "error.press-again"),
        (LeaseUncertain("x"), "error.restarting"),
        (_FULL, "error.disk-full"),
        (ArithmeticError("x"), "error.internal"),
        (Refusal("lobby-full"), "refusal.lobby-full"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_failure_is_explained(world: World, error: Exception, text: str) -> None:
    assert await _answers(Presses(world, {}), _failing(error)) == [T(text)]


async def test_a_failure_is_explained_in_the_chosen_language(world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), language="de")
    presses = Presses(world, {})
    german = TEXTS.language("de")("error.internal")
    assert await _answers(presses, _failing(ArithmeticError("x"))) == [german]
    assert await _answers(presses, _failing(ArithmeticError("x")), BEN) == [T("error.internal")]


async def test_rules_errors_are_explained_for_the_matchs_options(world: World) -> None:
    presses = Presses(world, {})

    async def parse(_: InteractionContext) -> None:
        with rules_of("conhex"):
            GAMES["conhex"].new({}).parse("z99")

    (alone,) = await _answers(presses, parse)
    match = await world.match("conhex", balls="26", swap="on")

    async def parse_in_match(_: InteractionContext) -> None:
        async with rules_of_match(presses.app.services.matches, match.id):
            GAMES["conhex"].new(match.options).parse("z99")

    (in_match,) = await _answers(presses, parse_in_match)
    assert "z99" in alone
    assert "z99" in in_match
    hint = "To take over the first ball: swap."
    assert [hint in answer for answer in (alone, in_match)] == [False, True], "it depends on the options"


async def test_an_impossible_record_is_explained(world: World) -> None:
    game = GAMES["conhex"]
    with pytest.raises(Exception, match="z99") as refused:
        game.new({}).parse("z99")
    error: Any = refused.value
    record = ImpossibleRecord(game, {}, game.versions[-1].number, 3, "z99", error)
    (page,) = await _answers(Presses(world, {}), _failing(record))
    assert "z99" in page
    assert page != T("error.internal")


async def test_an_error_after_the_answer_is_appended(world: World) -> None:
    async def act(context: InteractionContext) -> None:
        await _say_done(context)
        raise ArithmeticError("x")

    assert await _answers(Presses(world, {}), act) == ["done", T("error.internal")]


async def test_a_silent_handler_is_answered_and_logged(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    async def act(_: InteractionContext) -> None:
        return None

    assert await _answers(Presses(world, {}), act) == [T("error.internal")]
    assert [record.levelname for record in caplog.records] == ["ERROR"]


async def test_only_successful_answers_count_as_answered(world: World) -> None:
    answered: list[str] = []
    presses = Presses(world, {})
    presses.app = replace(presses.app, answered=answered.append)
    await _answers(presses, _failing(ArithmeticError("x")))
    assert answered == []
    await _answers(presses, _say_done)
    assert len(answered) == 1


async def test_people_are_stored_after_their_first_interaction(world: World) -> None:
    await _answers(Presses(world, {}), _say_done)
    assert await world.services.people.names([ANNA.id, BEN.id]) == {ANNA.id: "Anna"}


async def test_pictures_follow_the_persons_settings(world: World) -> None:
    looks: list[tuple[str, bool]] = []

    async def act(context: InteractionContext) -> None:
        looks.append((context.pictures.theme, context.pictures.mirrored))
        await _say_done(context)

    await world.services.settings.set_preferences(world.by(ANNA), theme="dark")
    await world.services.settings.set_value(world.by(ANNA), MIRRORED, True)
    for person in (ANNA, BEN):
        await _answers(Presses(world, {}), act, person)
    assert looks[0] == ("dark", True)
    assert looks[1] != looks[0]


async def test_a_person_awaiting_deletion_is_asked_to_stay(world: World) -> None:
    await world.services.deletions.ask(world.by(ANNA))
    presses = Presses(world, {})
    done, question = await _answers(presses, _say_done)
    assert done == "done"
    assert "(fp:stay)" in question
    assert await _answers(presses, _say_done, custom_id="fp:privacy") == ["done"], "it is about that already"
    assert await _answers(presses, _say_done, BEN) == ["done"]
    await world.services.deletions.call_off(world.by(ANNA))
    assert await _answers(presses, _say_done) == ["done"]


@pytest.mark.parametrize("public", [True, False])
async def test_only_private_pages_turn_in_place(world: World, public: bool) -> None:
    presses, answers = Presses(world, {}), list[Answer]()
    interaction = presses._interaction(ANNA, "fp:games", (), answers, public=public, typed="")

    async def act(context: InteractionContext) -> None:
        await context.show_page(layouts.note("turned"))

    await presses.app.interactions.run_guarded(interaction, act)
    assert [(answer.text.strip(), answer.in_place, answer.public) for answer in answers] == [
        ("turned", not public, False)
    ]


async def test_handlers_know_personal_settings_and_feature_buttons(world: World) -> None:
    seen: list[tuple[bool, bool]] = []

    async def act(context: InteractionContext) -> None:
        seen.append((context.confirms, context.missed))
        assert [door.custom_id for door in context.doors.in_settings(context.t)] == ["fp:web"]
        await _say_done(context)

    presses = Presses(world, {})
    presses.app.slots.doors.settings.publish([SettingsDoor(1, lambda _: layouts.button("-", "fp:web"))])
    await world.services.settings.set_value(world.by(ANNA), CONFIRM, False)
    for person in (ANNA, BEN):
        assert await _answers(presses, act, person) == ["done"]
    assert seen == [(False, False), (True, False)]


@pytest.mark.parametrize("pressed", [True, False])
async def test_missed_messages_follow_the_measured_answer(world: World, pressed: bool) -> None:
    told, answers, presses = list[str](), list[Answer](), Presses(world, {})

    class _Told(NoResender):
        async def send_missed(self, context: InteractionContext) -> None:
            told.append(f"missed by {context.person.id}")
            await context.reply("you missed this")

        async def on_answer(self, _answers: Answers, t: Language) -> None:
            told.append(f"followed in {t.code}")

    class _Times(AnswerTimes):
        def on_arrival(self, request: str, command: str, way: AnswerWay, _ago: float) -> None:
            told.append(f"{request} {command} by {way}")

        def on_answer(self, request: str, _seconds: float) -> None:
            told.append(f"{request} answered")

    async def greet(_person: int) -> Greeting:
        return Greeting(Preferences(language="de"), missed=True)

    settings: Any = SimpleNamespace(greet=greet)
    times = _Times(CollectorRegistry())
    interactions = replace(presses.app.interactions, settings=settings, times=times, resender=_Told())
    interaction = presses._interaction(ANNA, "fp:games", (), answers, public=False, typed="")
    if not pressed:
        interaction.type = discord.InteractionType.application_command
        interaction.command = SimpleNamespace(qualified_name="help me")
    await interactions.run_guarded(interaction, _say_done, "games")
    way = "games by button" if pressed else "/help me by slash"
    assert told == [f"900 {way}", f"missed by {ANNA.id}", "followed in de", "900 answered"]
    assert [answer.page.strip() for answer in answers] == ["done", "you missed this"]
