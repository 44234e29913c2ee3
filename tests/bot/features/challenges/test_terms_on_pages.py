"""Each field of terms can be chosen on pages and typed, and every choice arrives intact."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, Final

import pytest

import rules
from bot.chat.core import custom_ids
from bot.features.challenges.buttons import counter_offer_buttons, start_buttons
from bot.features.challenges.commands.challenge_options import (
    challenge_slots,
    own_options,
    read_terms,
    read_values,
)
from bot.features.challenges.commands.terms_fields import fields_of
from bot.features.challenges.domain import Experience, propose_terms
from bot.features.challenges.messages.challenge_card import public_card
from bot.model.challenges.terms import Terms
from bot.model.servers.server_rules import EXPLORING, RATED, ServerRules
from bot.model.time.clocks import read_clock
from rules.contract import Game
from tests.bot.chat.presses import TEXTS, Answer, Presses
from tests.bot.chat.surfaces import features_of
from tests.bot.features.challenges.service.test_terms_kept import FIELDS, other_value
from tests.bot.support.fakes import ANNA, BEN, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

T: Final = TEXTS.language("en")
OPPONENT: Final = "against_engine"
"""The field derived from the named people."""
ON_PAGES: Final = [field.name for field in fields(Terms) if field.name not in {"key", OPPONENT}]
TYPED: Final = [name for name in ON_PAGES if name != "exploring"]
"""The terms with an option in `/challenge`; the others come from the server and are changed on the card."""


def game_with(name: str) -> Game:
    """Return a game in which a field can be chosen."""
    return rules.GAMES["catch-the-hat" if name == "players" else "conhex"]


def default_terms(game: Game) -> Terms:
    return Terms(game.key, {option.key: option.default for option in game.options}, clock=read_clock("3d"))


def choice_of(game: Game, terms: Terms, name: str) -> tuple[int, str]:
    """Return the menu's number and its value that change a field of the terms."""
    for number, field in enumerate(fields_of(game, terms, T)):
        for value, _ in field.values:
            if getattr(field.set_on(terms, value), name) != getattr(terms, name):
                return number, value
    raise LookupError(f"{name} can be chosen nowhere")


def button(answer: Answer, verb: str) -> str:
    return next(custom_id for custom_id in answer.ids if custom_ids.read(custom_id).verb == verb)


def text_on(answer: Answer, verb: str) -> str:
    return button(answer, verb).rsplit(":", 1)[1]


async def newest(world: World) -> Terms:
    return (await world.services.challenges.open_of(ANNA.id))[-1].terms


@pytest.mark.parametrize("name", ON_PAGES)
async def test_each_term_can_be_chosen_for_a_new_game(world: World, name: str) -> None:
    game, presses = game_with(name), Presses(world, start_buttons.HANDLERS)
    page = await presses.answer_to(ANNA, custom_ids.write("set-up", game.key))
    await presses.answer_to(ANNA, button(page, "ask-anyone"))
    propose_terms = await newest(world)
    number, value = choice_of(game, propose_terms, name)
    text = text_on(page, "ask-anyone")
    page = await presses.answer_to(ANNA, custom_ids.write("start-set", game.key, number, text), value)
    if not any(custom_ids.read(custom_id).verb == "ask-anyone" for custom_id in page.ids):
        page = await presses.answer_to(ANNA, button(page, "start-back"))
    await presses.answer_to(ANNA, button(page, "ask-anyone"))
    terms = await newest(world)
    assert terms == fields_of(game, propose_terms, T)[number].set_on(propose_terms, value)
    assert getattr(terms, name) != getattr(propose_terms, name)


@pytest.mark.parametrize("name", ON_PAGES)
async def test_each_term_can_be_changed_in_an_own_challenge(world: World, name: str) -> None:
    game, presses = game_with(name), Presses(world, counter_offer_buttons.HANDLERS)
    challenge = await world.services.invitations.challenge(world.by(ANNA), default_terms(game), HALL)
    number, value = choice_of(game, challenge.terms, name)
    panel = await presses.answer_to(ANNA, custom_ids.write("change", challenge.id))
    text = text_on(panel, "terms-send")
    panel = await presses.answer_to(ANNA, custom_ids.write("terms-set", challenge.id, number, text), value)
    await presses.answer_to(ANNA, button(panel, "terms-send"))
    changed = (await world.services.challenges.get(challenge.id)).terms
    assert changed == fields_of(game, challenge.terms, T)[number].set_on(challenge.terms, value)


@pytest.mark.parametrize("name", [name for name in ON_PAGES if game_with(name).seats == (2,)])
async def test_each_term_survives_a_counter_offer(world: World, name: str) -> None:
    game, presses = game_with(name), Presses(world, counter_offer_buttons.HANDLERS)
    number, value = choice_of(game, default_terms(game), name)
    terms = fields_of(game, default_terms(game), T)[number].set_on(default_terms(game), value)
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [BEN])
    panel = await presses.answer_to(BEN, custom_ids.write("change", challenge.id))
    await presses.answer_to(BEN, button(panel, "change-send"))
    assert await newest(world) == challenge.terms.for_opponent(game.roles(2))


@pytest.mark.parametrize(
    ("key", "unshown"), [("counting", {"players"}), ("crowd", {"key", "tie_break", OPPONENT})]
)
async def test_each_term_changes_the_card_text(world: World, key: str, unshown: set[str]) -> None:
    app = Presses(world, {}).app
    features = features_of(app)
    cards = features.challenges.page_services(app.chat, features.tournaments.tournaments).cards
    terms = Terms(key, {"goal": "10", "again": "off"})
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [BEN])
    before, missing = await public_card(cards, challenge), list[str]()
    for name in FIELDS - unshown:
        value: Any = {**terms.options, "goal": "4"} if name == "options" else other_value(terms, name)
        changed = replace(challenge, terms=replace(challenge.terms, **{name: value}))
        after = await public_card(cards, changed)
        if (before.headline, before.body) == (after.headline, after.body):
            missing.append(name)
    assert missing == []


def option_values(world: World, game: Game) -> Iterator[tuple[str, Any]]:
    """Yield each option of `/challenge` with sample values."""
    app = Presses(world, {}).app
    features = features_of(app)
    for slot in challenge_slots(
        features.challenges.page_services(app.chat, features.tournaments.tournaments), game
    ):
        yield from ((slot.key, choice.value) for choice in slot.choices)
        samples: Mapping[str, tuple[Any, ...]] = {
            "clock": ("5d",),
            "rated": (True, False),
            "variant": (f"{game.options[0].key}={game.options[0].values[-1]}",),
        }
        yield from ((slot.key, value) for value in samples.get(slot.key, ()))


def as_typed(world: World, game: Game, server: ServerRules, options: Mapping[str, Any]) -> Terms:
    app = Presses(world, {}).app
    features = features_of(app)
    services = features.challenges.page_services(app.chat, features.tournaments.tournaments)
    read = read_values(services, game, options, T)
    return read_terms(TEXTS, game, read, propose_terms(game, own_options(game, read), server, Experience()))


@pytest.mark.parametrize("name", TYPED)
async def test_each_term_can_be_typed(world: World, name: str) -> None:
    game = game_with(name)
    before = getattr(as_typed(world, game, ServerRules(), {}), name)
    samples = option_values(world, game)
    assert any(
        getattr(as_typed(world, game, ServerRules(), {key: value}), name) != before for key, value in samples
    ), samples


BY_SERVERS: Mapping[str, Callable[[Any], ServerRules]] = {
    "clock": lambda value: ServerRules(clock=value),
    "rated": lambda value: ServerRules().with_value(RATED, value),
    "exploring": lambda value: ServerRules().with_value(EXPLORING, value),
}


@pytest.mark.parametrize("name", BY_SERVERS)
async def test_omitted_command_terms_use_the_server_s_values(world: World, name: str) -> None:
    game = rules.GAMES["conhex"]
    value = other_value(ServerRules().terms(game.key), name)
    server = BY_SERVERS[name](value)
    assert getattr(as_typed(world, game, server, {}), name) == value
