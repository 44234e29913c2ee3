"""Details of refusals: names instead of the keys of games, roles and options."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.words import error_text
from bot.features.challenges.service.challenge_terms import propose
from bot.locale import Texts
from bot.model.challenges.terms import Terms
from bot.model.match.impossible_record import ImpossibleRecord
from bot.model.refusal import Refusal
from rules import GAMES
from rules.contract import InvalidOption, RulesError
from tests.bot.support.fakes import HALL

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
EN, DE = TEXTS.language("en"), TEXTS.language("de")


def terms_of(key: str, role: str, players: int | None = None) -> Terms:
    return Terms(key, {}, role, players)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("reason", ["tournament-for-several", "tournament-for-two", "no-series"])
def test_a_refusal_names_the_game(key: str, reason: str) -> None:
    for t in (EN, DE):
        text = error_text.refuse(Refusal(reason, game=key), t)
        assert text.startswith(t(f"{key}.name"))
        assert key not in text


def test_a_typed_game_is_quoted_and_shortened() -> None:
    assert error_text.refuse(Refusal("no-such-game", game="*chess*"), EN).startswith(
        "There is no game “\\*chess\\*”"
    )
    assert len(error_text.refuse(Refusal("no-such-game", game=", ".join("5" * 3000)), EN)) < 500


@pytest.mark.parametrize("key", GAMES)
def test_an_unknown_role_refusal_names_the_roles(key: str) -> None:
    terms = terms_of(key, "sultan")
    with pytest.raises(Refusal, match="unknown-role") as caught:
        propose(GAMES, 1, terms, HALL)
    text = error_text.refuse(caught.value, DE)
    assert "„sultan“" in text
    assert DE("role.random") in text
    for role in GAMES[key].roles(max(GAMES[key].seats)):
        assert DE(f"{key}.role.{role}") in text
    assert "random" not in text


def test_an_unavailable_role_refusal_names_the_available_roles() -> None:
    terms = terms_of("catch-the-hat", "black", players=2)
    with pytest.raises(Refusal, match="role-not-played") as caught:
        propose(GAMES, 1, terms, HALL)
    assert error_text.refuse(caught.value, DE) == (
        "Bei dieser Spielerzahl gibt es „Schwarz“ nicht. Möglich: Rot, Grün."
    )


@pytest.mark.parametrize("key", GAMES)
def test_a_refusal_of_an_option_names_the_options_and_values(key: str) -> None:
    game = GAMES[key]
    with pytest.raises(InvalidOption) as caught:
        game.new({"nonsense": "1"})
    text = error_text.explain(caught.value, game, {}, DE)
    assert not [
        option for option in game.options if error_text.quote(DE(f"{key}.option.{option.key}")) not in text
    ]
    for option in game.options:
        if option.open_ended:
            continue
        with pytest.raises(InvalidOption) as caught:
            game.new({option.key: "nonsense"})
        text = error_text.explain(caught.value, game, {}, DE)
        assert f"„{error_text.quote(DE(f'{key}.option.{option.key}'))}“" in text
        assert not [
            value
            for value in option.values
            if error_text.quote(DE(f"{key}.option.{option.key}.value.{value}")) not in text
        ]


def test_an_invalid_number_of_balls_lists_the_choices() -> None:
    with pytest.raises(InvalidOption) as caught:
        GAMES["conhex"].new({"balls": "viele"})
    assert error_text.explain(caught.value, GAMES["conhex"], {}, DE) == (
        "„kugeln“ kann nicht „viele“ sein. Möglich: Je 25 Kugeln, Je 26 Kugeln, So viele, wie ihr braucht."
    )


def test_forged_presses_list_the_choices() -> None:
    text = error_text.refuse(Refusal("unknown-reason", reason="x", allowed="no-time, other-game"), DE)
    assert DE("decline.no-time") in text
    assert "no-time" not in text
    text = error_text.refuse(Refusal("unknown-tie-break", tie_break="x", allowed="plies"), DE)
    assert DE("option.series.plies") in text


@pytest.mark.parametrize(
    ("refusal", "shown"),
    [
        (Refusal("channel-not-allowed", channels="70, 71"), "<#70>, <#71>"),
        (Refusal("game-not-allowed", games="conhex, catch-the-hat"), "ConHex, Fang den Hut"),
        (Refusal("which-game", games="31 conhex, 32 hnefatafl"), "#31 ConHex, #32 Hnefatafl"),
        (Refusal("engines-elsewhere", channels="72, 73"), "<#72>, <#73>"),
        (Refusal("blocked-by-you", player="1001"), "<@1001>"),
        (Refusal("takes-no-challenges", player="1002"), "<@1002>"),
        (Refusal("opponent-barred", player="1003"), "<@1003>"),
        (Refusal("no-such-game", game="*five*"), "\\*five\\*"),
    ],
)
def test_details_become_names_and_links(refusal: Refusal, shown: str) -> None:
    assert shown in error_text.refuse(refusal, DE)


def test_only_the_first_of_many_channels_are_linked() -> None:
    many = Refusal("channel-not-allowed", channels=", ".join(map(str, range(70, 95))))
    text = error_text.refuse(many, EN)
    assert ("<#89>" in text, "<#90>" in text) == (True, False)


def test_an_impossible_record_is_explained(approved: SnapshotAssertion) -> None:
    game = GAMES["conhex"]
    with pytest.raises(RulesError) as refused:
        game.new().parse("z9")
    for t in (EN, DE):
        lines = [
            error_text.impossible(ImpossibleRecord(game, {}, version, ply, "z*9", refused.value), t)
            for version, ply in ((game.versions[-1].number, 7), (99, 7), (99, 0))
        ]
        lines += [error_text.explain(refused.value, game, {}, t)]
        lines += [error_text.explain(RulesError("?", "never-heard-of"), game, {}, t)]
        assert "\n".join([*lines, ""]) == approved(name=t.code)
