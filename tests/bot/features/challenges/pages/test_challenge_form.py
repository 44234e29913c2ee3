"""The challenge form: its fields and the answers it accepts."""

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core import custom_ids
from bot.chat.core.offered_boards import offered_boards, read_board
from bot.features.challenges.commands.terms_fields import fields_of
from bot.features.challenges.domain import Experience, propose_terms
from bot.features.challenges.pages.challenge_form import (
    ChallengedPerson,
    FormDefaults,
    challenge_form,
    chosen_terms,
)
from bot.locale import LANGUAGES, Texts
from bot.model.servers.server_rules import ServerRules
from bot.model.time.clocks import per_move
from tests.bot.chat.page_text import page_text

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
T = TEXTS.language("en")
BRANDUBH = read_board(rules.GAMES, "hnefatafl/brandubh-7")
TERMS = propose_terms(rules.GAMES["hnefatafl"], BRANDUBH.options, ServerRules(), Experience())
FIELDS = fields_of(rules.GAMES["hnefatafl"], TERMS, T)
DEFAULTS = FormDefaults(offered_boards(rules.GAMES), BRANDUBH, FIELDS)
LONGEST = ChallengedPerson(10**19 - 1, "x" * 32)


@pytest.mark.parametrize("language", LANGUAGES)
def test_form_of_a_challenge(approved: SnapshotAssertion, language: str) -> None:
    t = TEXTS.language(language)
    boards = [BRANDUBH, read_board(rules.GAMES, "conhex")]
    defaults = FormDefaults(boards, BRANDUBH, fields_of(rules.GAMES["hnefatafl"], TERMS, t))
    for name, opponent in (("anyone", None), ("ben", ChallengedPerson(2, "Ben"))):
        assert page_text(challenge_form(defaults, opponent, "1", t)) == approved(name=f"{name}-{language}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("opponent", [None, LONGEST])
def test_the_form_fits_discord_s_limits(language: str, opponent: ChallengedPerson | None) -> None:
    form = challenge_form(DEFAULTS, opponent, "9" * 19, TEXTS.language(language))
    assert len(form.title) <= 45
    assert len(form.children) <= 5
    for label in form.children:
        assert isinstance(label, ui.Label)
        assert len(label.text) <= 45
        assert len(label.description or "") <= 100
        if isinstance(label.component, ui.Select):
            assert sum(option.default for option in label.component.options) == 1
            assert len(label.component.options) <= 25
    press = custom_ids.read(form.custom_id)
    assert press.rest.endswith("x" * 32 if opponent else ":")


def test_a_default_board_beyond_the_menu_is_still_offered() -> None:
    boards = [read_board(rules.GAMES, "conhex")] * 30
    form = challenge_form(FormDefaults([*boards, BRANDUBH], BRANDUBH, FIELDS), None, "1", T)
    (menu,) = (item for item in form.walk_children() if getattr(item, "custom_id", "") == "game")
    assert isinstance(menu, ui.Select)
    assert menu.options[-1].value == BRANDUBH.id
    assert len(menu.options) == 25


def test_answers_become_terms() -> None:
    terms = chosen_terms(FIELDS, TERMS, {"clock": ["7d"], "rated": ["yes"]})
    assert terms.clock == per_move(7)
    assert terms.rated
    assert terms.options == TERMS.options


@pytest.mark.parametrize(
    "answers",
    [{"clock": ["7d"]}, {"clock": ["soon"], "rated": ["yes"]}, {"clock": ["7d", "3d"], "rated": ["yes"]}],
)
def test_invalid_answers_are_refused(answers: dict[str, list[str]]) -> None:
    with pytest.raises(custom_ids.MalformedId):
        chosen_terms(FIELDS, TERMS, answers)
