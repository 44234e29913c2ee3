"""Handlers of presses: exactly one for each verb."""

import importlib
import pkgutil
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bot import features
from bot.chat.component_router import ComponentRouter
from bot.chat.core import custom_ids
from bot.chat.rate_limits.press_limit import MOST
from bot.chat.surface import Surface
from bot.model.people.person import Person
from bot.model.restores.epochs import Epochs, Restore
from tests.bot.chat.presses import TEXTS, Answer, Presses, handled_verbs
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)

EPOCH = 467_000


def test_every_verb_has_one_handler_and_no_feature_is_missing() -> None:
    modules = [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(features.__path__, f"{features.__name__}.")
    ]
    handlers = [module.HANDLERS for module in modules if hasattr(module, "HANDLERS")]
    verbs = Counter(verb for verbs in handlers for verb in verbs)
    assert len(handlers) > 5
    assert set(verbs.values()) == {1}
    assert set(verbs) == handled_verbs()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_press_gets_its_handler_an_explanation_or_nothing(world: World) -> None:
    async def go(context: Any, press: custom_ids.Press) -> None:
        await context.reply(f"{press.verb} {press.rest}")

    presses, t = Presses(world, {}), TEXTS.language("en")
    app = replace(presses.app, epochs=Epochs((Restore(EPOCH, 9, 9),)))
    surface = Surface(name="trips", buttons={"go": go, "stay": go}, lasting_buttons=("stay",))
    router = ComponentRouter(app, [surface])

    async def pages(custom_id: str, message: int = 900, *values: str, person: Person = ANNA) -> list[str]:
        answers: list[Answer] = []
        interaction = presses._interaction(person, custom_id, values, answers, public=True, typed="")
        interaction.message.id = message
        await router.answer(interaction, custom_id)
        return [answer.page.strip() for answer in answers]

    def in_epoch(verb: str) -> str:
        return custom_ids.of_epoch(custom_ids.write(verb, 3), EPOCH)

    assert await pages(in_epoch("go")) == ["go 3"]
    outdated = f"{t('restored.message')} {t('restored.find')}"
    assert [await pages(custom_ids.write(verb, 3)) for verb in ("go", "stay")] == [[outdated], ["stay 3"]]
    assert await pages(in_epoch("fly")) == await pages("") == [t("error.unknown-button")]
    repeated_pages = [await pages(in_epoch("stay"), 901) for _ in range(MOST)]
    assert repeated_pages == [["stay 3"]] * (MOST - 1) + [[]]
    others = [await pages(in_epoch("stay"), 901, person=BEN)]
    others += [await pages(in_epoch("stay"), 901, str(number % 2)) for number in range(MOST)]
    assert others == [["stay 3"]] * (MOST + 1), "another person, and other choices in a menu"
