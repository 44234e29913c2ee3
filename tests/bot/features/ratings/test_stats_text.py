"""Statistics of a game in words: variants, endings, and games between engines."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.ratings.domain.statistics import Balance, Ending, GameStatistics, VariantBalance
from bot.features.ratings.pages.stats_page import balance_lines, stats_text
from bot.locale import Texts
from engines.balance import SelfPlay, shipped_self_play
from tests.bot.support.fakes import GAMES

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
EN, DE = TEXTS.language("en"), TEXTS.language("de")


def test_variants_and_draws(approved: SnapshotAssertion) -> None:
    total = Balance(20, 640, {"attackers": 9, "defenders": 7}, 4)
    variants = (
        VariantBalance("board", "tablut-9", Balance(12, 300, {"attackers": 6, "defenders": 3}, 3)),
        VariantBalance("shieldwall", "on", Balance(8, 340, {"attackers": 3, "defenders": 4}, 1)),
    )
    endings = (
        Ending("king-escaped", drawn=False, games=10),
        Ending("repetition", drawn=True, games=4),
        Ending("repetition", drawn=False, games=1),
        *(
            Ending(reason, drawn=False, games=1)
            for reason in ("resignation", "timeout", "no-moves", "encircled")
        ),
    )
    statistics = GameStatistics("hnefatafl", total, variants, endings)
    for t in (EN, DE):
        assert stats_text(statistics, t) == approved(name=t.code)


def test_variants_show_self_play_between_equal_levels() -> None:
    runs = [
        SelfPlay({"board": "tablut-9"}, 2, "4/1000n", "1", 100, 3000, 10, {"attackers": 40, "defenders": 50}),
        SelfPlay({"shieldwall": "on"}, 2, "4/1000n", "1", 10, 300, 0, {"attackers": 4, "defenders": 6}),
    ]
    texts = balance_lines(GAMES["hnefatafl"], runs, EN)
    assert "Level 4 against itself" in texts[1]
    first, second = texts[2].splitlines()
    tablut = "attackers 40 % (31 to 50), defenders 50 % (40 to 60), without a winner 10 % · 100 games"
    assert first == f"- Tablut: {tablut}"
    assert "Shieldwall" in second
    assert second.endswith("defenders 60 % (31 to 83) · 10 games")
    assert balance_lines(GAMES["hnefatafl"], [], DE) == []


def test_a_variant_shows_its_highest_level_of_self_play() -> None:
    runs = [
        SelfPlay(
            {"board": "tablut-9"}, 2, spec, "1", 100, 3000, 0, {"attackers": wins, "defenders": 100 - wins}
        )
        for spec, wins in (("3", 30), ("4", 40), ("4/1000n", 50))
    ]
    texts = balance_lines(GAMES["hnefatafl"], runs, EN)
    assert len(texts) == 3
    assert "little time" not in texts[1]
    assert "attackers 40 %" in texts[2]
    lower = replace(runs[0], options={"shieldwall": "on"})
    all_texts = balance_lines(GAMES["hnefatafl"], [lower, *runs], EN)
    assert ["Level 4" in all_texts[1], "attackers 40 %" in all_texts[2]] == [True, True], (
        "the highest level first"
    )
    assert ["Level 3" in all_texts[3], "attackers 30 %" in all_texts[4]] == [True, True]


@pytest.mark.parametrize("key", [key for key in GAMES if shipped_self_play(key)])
def test_shipped_self_play_fits_its_page(key: str) -> None:
    for t in (EN, DE):
        texts = balance_lines(GAMES[key], shipped_self_play(key), t)
        assert not [line for line in texts[2:] if "more" in line or "weitere" in line]
        assert len("\n".join(texts)) < 2000


def test_rolls_are_named_and_leaving_is_an_ending(approved: SnapshotAssertion) -> None:
    endings = (Ending("others-left", drawn=False, games=1), Ending("last-colour", drawn=False, games=1))
    statistics = GameStatistics("catch-the-hat", Balance(2, 80, {}, 0), (), endings, rolls=True)
    for t in (EN, DE):
        assert stats_text(statistics, t) == approved(name=f"rolls-{t.code}")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_ending_of_every_game_has_a_text(language: str) -> None:
    """No person is named; an ending may name the winner's side, the loser's, or neither."""
    for key, game in GAMES.items():
        for reason in game.vocabulary.outcomes:
            for is_draw in (True, False):
                if (f"{key}.outcome.{reason}.draw" if is_draw else f"{key}.outcome.{reason}") not in EN:
                    continue
                statistics = GameStatistics(key, Balance(1, 9, {}, 0), (), (Ending(reason, is_draw, 1),))
                text = stats_text(statistics, TEXTS.language(language))
                assert "outcome" not in text
                assert "{" not in text
                assert "<@" not in text
                assert not text.splitlines()[-1].partition(" · ")[2][0].islower()
