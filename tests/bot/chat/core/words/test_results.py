"""Texts about the end of a game: in messages, and in two parts around boards."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.chat.core.words import results
from bot.locale import Language, Texts
from bot.model.match.match import (
    ABORTED,
    ADJUDICATION,
    AGREEMENT,
    ANNULLED,
    CORRECTION,
    RESIGNATION,
    TIMEOUT,
    Match,
    MatchStatus,
)
from bot.model.people.players import HumanPlayer
from rules.contract import Game, Outcome
from rules.contract.vocabulary import DRAW, WIN
from tests.bot.chat.samples import MATCH

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
GAME = rules.GAMES["conhex"]
NAMES = ("Anna", "Ben", "Clara", "David", "Emma", "Finn")


@pytest.mark.parametrize(
    ("reason", "language", "words"),
    [
        (AGREEMENT, "en", "🤝 Draw by agreement."),
        (AGREEMENT, "de", "🤝 Remis durch Vereinbarung."),
        (ABORTED, "en", "🚫 The game was aborted; it has no result."),
        (ABORTED, "de", "🚫 Die Partie ist abgebrochen; sie hat kein Ergebnis."),
    ],
)
def test_an_end_outside_the_rules_has_its_sentence(reason: str, language: str, words: str) -> None:
    outcome = Outcome((), reason)
    over = replace(MATCH, status=MatchStatus.FINISHED, turn=None, outcome=outcome)
    assert results.result(over, GAME, outcome, TEXTS.language(language)) == words


@pytest.mark.parametrize(("language", "text"), [("en", "<@1>, <@2> win"), ("de", "<@1>, <@2> gewinnen")])
@pytest.mark.parametrize("reason", [RESIGNATION, TIMEOUT, ADJUDICATION, CORRECTION])
def test_several_winners_take_the_plural(language: str, text: str, reason: str) -> None:
    outcome = Outcome((0, 1), reason)
    over = replace(
        MATCH,
        key="catch-the-hat",
        players=tuple(map(HumanPlayer, (1, 2, 3))),
        status=MatchStatus.FINISHED,
        turn=None,
        outcome=outcome,
        resigned=2 if reason == RESIGNATION else None,
        first_outcome=Outcome((2,), "most-hats") if reason == CORRECTION else None,
    )
    assert text in results.result(over, rules.GAMES["catch-the-hat"], outcome, TEXTS.language(language))


@pytest.mark.parametrize(
    ("language", "retired", "words"),
    [
        ("en", (1, 2), "🏁 <@1> wins. Everybody else left."),
        ("de", (1, 2), "🏁 <@1> gewinnt. Alle anderen sind ausgestiegen."),
        ("en", (1,), "🏁 <@1> wins. Nobody else has a free hat left."),
    ],
)
def test_the_last_remaining_player_wins_because_the_others_left(
    language: str, retired: tuple[int, ...], words: str
) -> None:
    hats = rules.GAMES["catch-the-hat"]
    outcome = Outcome((0,), "last-colour")
    over = replace(
        MATCH,
        key=hats.key,
        players=(HumanPlayer(1), HumanPlayer(2), HumanPlayer(3)),
        status=MatchStatus.FINISHED,
        turn=None,
        outcome=outcome,
        departures=tuple((seat, seat + 1) for seat in retired),
    )
    text = results.result(over, hats, outcome, TEXTS.language(language))
    assert text == words


def over(outcome: Outcome, **changes: object) -> Match:
    final_match = replace(MATCH, status=MatchStatus.FINISHED, turn=None, outcome=outcome)
    return replace(final_match, **changes)  # type: ignore[arg-type]  # fields of a match


@pytest.mark.parametrize(
    ("outcome", "english", "german"),
    [
        (
            Outcome((0,), RESIGNATION),
            ("Anna wins", "Ben resigned."),
            ("Anna gewinnt", "Ben hat aufgegeben."),
        ),
        (
            Outcome((1,), TIMEOUT),
            ("Ben wins", "Anna ran out of time."),
            ("Ben gewinnt", "Anna hat die Zeit überschritten."),
        ),
        (Outcome((), AGREEMENT), ("A draw", "By agreement."), ("Remis", "Durch Vereinbarung.")),
        (
            Outcome((1,), ADJUDICATION),
            ("Ben wins", "An admin has ended the game."),
            ("Ben gewinnt", "Ein Admin hat die Partie beendet."),
        ),
        (
            Outcome((), ANNULLED),
            ("No result", "An admin has ended the game."),
            ("Ohne Ergebnis", "Ein Admin hat die Partie beendet."),
        ),
        (
            Outcome((), ABORTED),
            ("No result", "The game was aborted."),
            ("Ohne Ergebnis", "Die Partie ist abgebrochen."),
        ),
        (
            Outcome((0,), "connected"),
            ("Anna wins", "An unbroken chain of cells links both sides."),
            ("Anna gewinnt", "Eine lückenlose Kette von Feldern verbindet beide Seiten."),
        ),
        (
            Outcome((1,), "no-moves"),
            ("Ben wins", "There is no legal move left for Anna."),
            ("Ben gewinnt", "Für Anna gibt es keinen erlaubten Zug mehr."),
        ),
    ],
)
def test_verdict_and_reason_are_separate(
    outcome: Outcome, english: tuple[str, str], german: tuple[str, str]
) -> None:
    match = over(outcome, resigned=1 if outcome.reason == RESIGNATION else None)
    for code, expected in (("en", english), ("de", german)):
        t = TEXTS.language(code)
        assert results.verdict(outcome, NAMES.__getitem__, t) == expected[0]
        assert results.reason(match, outcome, NAMES.__getitem__, t) == expected[1]


def outcomes(game: Game) -> list[Outcome]:
    """Return a game's outcomes with one winner, two (if possible) and none."""
    winners = [(0,), *([(0, 1)] if max(game.seats) > 2 else [])]
    outcomes = [
        Outcome(who, str(reason))
        for reason in game.vocabulary.outcomes
        if WIN in reason.details
        for who in winners
    ]
    return outcomes + [
        Outcome((), str(reason)) for reason in game.vocabulary.outcomes if DRAW in reason.details
    ]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.key)
def test_the_reason_does_not_repeat_the_winner(game: Game, language: str) -> None:
    t = TEXTS.language(language)
    for outcome in outcomes(game):
        players = tuple(map(HumanPlayer, range(1, max(game.seats) + 1)))
        match = over(outcome, key=game.key, players=players)
        how = results.reason(match, outcome, NAMES.__getitem__, t)
        assert how[0].isupper() or how[0].isdigit(), how
        assert how.endswith("."), how
        assert not re.search("wins|gewinnt|Victory|Sieg", how), how
        sentence = results.result(match, game, outcome, t)
        plural = len(outcome.winners) > 1
        if outcome.winners:
            verb = {"en": ("wins", "win"), "de": ("gewinnt", "gewinnen")}[language][plural]
            assert f" {verb}. " in sentence
        else:
            assert sentence.startswith("🤝")


def _endings(t: Language) -> Iterator[str]:
    pair = replace(MATCH, players=(HumanPlayer(1), HumanPlayer(2)))
    table = replace(pair, key="catch-the-hat", players=tuple(map(HumanPlayer, (1, 2, 3))))
    first = Outcome((1,), "connected")

    def result_text(
        match: Match, outcome: Outcome, resigned: int | None = None, *, corrected: bool = False
    ) -> str:
        over = match.end(first if corrected else outcome, MATCH.created, resigned)
        over = over.correct(outcome) if corrected else over
        game = rules.GAMES[match.key]
        names = ("Anna", "Ben", "Clara")
        why = results.reason(over, outcome, names.__getitem__, t)
        parts = (results.verdict(outcome, names.__getitem__, t), why, results.ending_rule(over, outcome, t))
        return "\n  ".join((results.result(over, game, outcome, t), *parts))

    yield result_text(pair, first)
    yield result_text(pair, Outcome((0,), RESIGNATION), 1)
    for match, winners in ((pair, (0,)), (table, (0,)), (table, (0, 2))):
        yield result_text(match, Outcome(winners, TIMEOUT))
        yield result_text(match, Outcome(winners, ADJUDICATION))
        yield result_text(match, Outcome(winners, CORRECTION), corrected=True)
    for reason in (ADJUDICATION, AGREEMENT, ABORTED, ANNULLED):
        yield result_text(pair, Outcome((), reason))
    for reason in (CORRECTION, ANNULLED):
        yield result_text(pair, Outcome((), reason), corrected=True)
    for repeated in (Outcome((0,), "repetition"), Outcome((), "repetition")):
        yield result_text(replace(pair, key="hnefatafl"), repeated)


def test_all_endings(approved: SnapshotAssertion) -> None:
    for code in ("en", "de"):
        assert "\n".join((*_endings(TEXTS.language(code)), "")) == approved(name=code)
